// Unpacks the browser of @sparticuz/chromium into ./out, where the tests look for it.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const packed = new URL('./node_modules/@sparticuz/chromium/bin/', import.meta.url);
const out = new URL('./out/', import.meta.url);
const files = { 'al2023.tar.br': 'libraries.tar', 'fonts.tar.br': 'fonts.tar', 'chromium.br': 'chromium' };

mkdirSync(out, { recursive: true });
for (const [from, to] of Object.entries(files)) {
  const file = createWriteStream(new URL(to, out), { mode: 0o755 });
  await pipeline(createReadStream(new URL(from, packed)), createBrotliDecompress(), file);
}
