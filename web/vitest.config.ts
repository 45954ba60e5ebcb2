import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  server: { fs: { allow: ['..'] } }, // the rules stand beside the page
  test: {
    environment: 'jsdom',
    isolate: false, // dev/jsdom.ts sees to it that files have nothing of each other
    setupFiles: ['dev/jsdom.ts'],
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000, // on busy machines too
  },
});
