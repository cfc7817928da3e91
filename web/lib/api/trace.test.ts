import { expect, it } from 'vitest';
import { referenceOf } from './trace.ts';

it.each([
  [{ trace: '4bf92f3577b34da6a3ce929d0e0e4736' }, '4bf92f35'],
  [{ trace: 'k3j4h5g6f7d8.42' }, 'k3j4h5g6f7d8.42'],
  [{ trace: '' }, undefined],
  [{ trace: 7 }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('shows a person %j as %j', (details, reference) => {
  expect(referenceOf(details)).toBe(reference);
});
