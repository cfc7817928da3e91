import { expect, test } from 'vitest';
import { scriptState } from './site-code.ts';

test.each([
  [false, 'live', 'off'],
  [true, 'live', 'on'],
  [true, 'lost', 'waiting'],
  [true, 'issuing', 'waiting'],
  [true, null, 'waiting'],
] as const)('a script that is switched on: %s, with a domain that is %s, is %s', (isOn, domain, expected) => {
  expect(scriptState(isOn, domain)).toBe(expected);
});
