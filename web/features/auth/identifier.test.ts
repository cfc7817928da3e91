import { expect, it } from 'vitest';
import { parseIdentifier } from './identifier.ts';

it.each(['+34600111222', '+34 600 111 222', '0034 600-11-12-22', ' +34 (600) 111.222 '])(
  'reads %j as a phone number, only where an SMS provider is configured',
  (typed) => {
    expect(parseIdentifier(typed, true)).toEqual({ phone: '+34600111222' });
    expect(parseIdentifier(typed, false)).toBeNull();
  },
);

it.each([true, false])('reads an email address, with an SMS provider: %s', (phoneSignIn) => {
  expect(parseIdentifier('Ana@Example.com', phoneSignIn)).toMatchObject({
    email: expect.stringMatching(/^ana@example\.com$/i),
  });
});

it.each(['', '600111222', '+0034600111222', '+34600', '+3460011122233344', 'ana@', '+34 ana'])(
  'refuses %j: a number needs its country code',
  (typed) => expect(parseIdentifier(typed, true)).toBeNull(),
);
