import { expect, it } from 'vitest';
import { makePin, readPin } from './pin-form.tsx';

it('makePin returns six uniformly random digits', () => {
  const bytes = [255, 250, 0, 9, 10, 249, 251, 19, 123, 8, 7, 6];
  expect(makePin((array) => array.set(bytes))).toBe('090993');
});

it('makePin requests more bytes if too many are rejected', () => {
  let lots = 0;
  const pin = makePin((array) => array.fill(lots++ === 0 ? 255 : 4));
  expect([pin, lots]).toEqual(['444444', 2]);
});

it('readPin accepts spaces and 4 to 8 digits only', () => {
  expect(['1234', ' 12 34 56 ', '12345678', '123', '123456789', '12a4', ''].map(readPin)).toEqual([
    '1234',
    '123456',
    '12345678',
    null,
    null,
    null,
    null,
  ]);
});
