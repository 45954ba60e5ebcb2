import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['browser/out/', 'src/api/schema.d.ts']), // made by commands
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { files: ['src/**', 'dev/**'], languageOptions: { globals: globals.browser } },
  { files: ['*.{js,ts}', 'tools/**', 'browser/**'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      'no-warning-comments': [
        'error',
        { terms: ['no-explicit-any', '@ts-ignore', '@ts-nocheck'], location: 'anywhere' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['error'] }],
    },
  },
  {
    // Shapes are constants of board/art.ts; the rules are written in this repository and rendered by the server.
    files: [
      'src/board/{HexBoard,Icon,Steps}.svelte',
      'src/choreography/OnBoard.svelte',
      'src/games/nobles/Row.svelte',
      'src/parts/RuleText.svelte',
    ],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
);
