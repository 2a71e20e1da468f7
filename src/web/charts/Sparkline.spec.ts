import { expect, it } from 'vitest';
import { sparklinePath } from './Sparkline.tsx';

it.each([
  [[], ''],
  [[50], 'M1.0 5.0h0'],
  [[0, 100], 'M1.0 9.0L9.0 1.0'],
  [[0, null, 100, 50], 'M1.0 9.0h0M6.3 1.0L9.0 5.0'],
  [[200, -5], 'M1.0 1.0L9.0 9.0'],
])('the path of %j', (values, path) => {
  expect(sparklinePath(values, 100, 10, 10)).toBe(path);
});
