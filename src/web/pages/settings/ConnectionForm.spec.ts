import { expect, test } from 'vitest';
import { addressProblem } from './ConnectionForm.tsx';

test.each([
  '',
  '  ',
  '/api/v1',
  'https://intel.example/api/v1',
  'http://localhost:8787/api/v1',
  'http://127.0.0.1:8787',
])('%j can be a base URL', (text) => expect(addressProblem(text)).toBeUndefined());

test.each([
  ['intel.example/api/v1', 'begins with https://'],
  ['//intel.example', 'begins with https://'],
  ['ftp://intel.example', 'begins with https://'],
  ['https://user:secret@intel.example', 'Leave user and password out'],
  ['https://intel.example/?key=1', 'no query'],
  ['http://intel.example/api/v1', 'Only https://'],
])('%j cannot: %s', (text, reason) => expect(addressProblem(text)).toContain(reason));
