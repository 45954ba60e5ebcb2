// Writes src/api/schema.d.ts from the server's OpenAPI document; with --check it only says whether that is up to date.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const here = dirname(fileURLToPath(import.meta.url));
const file = join(here, '..', 'src', 'api', 'schema.d.ts');
const own = ['../../.venv/bin/python', '../../.venv/Scripts/python.exe']
  .map((path) => join(here, path))
  .find(existsSync);
const python = process.env.PYTHON ?? own ?? 'python3';

const document = JSON.parse(execFileSync(python, [join(here, 'openapi.py')], { maxBuffer: 2 ** 26 }).toString());
for (const operation of Object.values(document.paths).flatMap(Object.values)) {
  for (const status of Object.keys(operation.responses)) {
    if (!status.startsWith('2')) delete operation.responses[status]; // every refusal is a `Refused`
  }
}
const head = "/* Made by `npm run types` from the server's OpenAPI document. */\n";
const wanted = head + astToString(await openapiTS(document, { defaultNonNullable: false }));

if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  console.error('src/api/schema.d.ts is out of date: run `npm run types` in web/.');
  process.exit(1);
}
