import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The server answers /api; `npm run dev` passes those calls on to it.
const server = process.env.SIEGEWORKS_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/siegeworks/web/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false, // one small file, so that no board waits for another
    manifest: 'manifest.json', // the server reads in it what a table will need
    rolldownOptions: {
      output: {
        // What every page needs comes in one file: each more is another wait. QR codes are drawn in few places.
        codeSplitting: {
          groups: [
            { name: 'shared', test: /node_modules\/(?!uqr)|src\/(api|board|choreography|picker|stores|text)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
