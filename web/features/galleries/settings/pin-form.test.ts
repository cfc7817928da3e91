import { expect, it } from 'vitest';
import { makePin, readPin } from './pin-form.tsx';

it('a made-up PIN has six digits, from bytes that make each as likely', () => {
  const bytes = [255, 250, 0, 9, 10, 249, 251, 19, 123, 8, 7, 6];
  expect(makePin((array) => array.set(bytes))).toBe('090993');
});

it('a PIN that needs more bytes than the first lot asks for another', () => {
  let lots = 0;
  const pin = makePin((array) => array.fill(lots++ === 0 ? 255 : 4));
  expect([pin, lots]).toEqual(['444444', 2]);
});

it('is read with spaces, and only with 4 to 8 digits', () => {
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
