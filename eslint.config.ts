import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { importRules } from './tools/import-map.ts';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'src/contract/generated/', 'playwright-report/', 'test-results/', 'data/'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      'max-lines': ['error', 400],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    // speaks of the React compiler, which is not used here
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    // the configuration is read in one place
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/server/config.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/server/config.ts reads the environment.' },
      ],
    },
  },
  { files: ['tools/**', 'e2e/**', '*.config.*'], rules: { 'no-console': 'off' } },
  ...importRules(),
);
