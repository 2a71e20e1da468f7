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
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': ['error', { allow: ['Response'] }],
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/restrict-plus-operands': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
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
