import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EMAIL_PATTERN, parseEmail } from './email-address.ts';
import { email } from './email.ts';

it('accepts what zod accepts', () => {
  expect(EMAIL_PATTERN.source.replaceAll('\\-', '-')).toBe(z.regexes.email.source.replaceAll('\\-', '-'));
});

it.each([
  'Ada@Example.org ',
  'a.b+c@d-e.co',
  `${'a'.repeat(244)}@b.co`,
  `${'a'.repeat(250)}@b.co`,
  'a@b',
  'a b@c.de',
  '',
])('reads %j as the schema does', (typed) => {
  expect(parseEmail(typed)).toBe(email.safeParse(typed).data ?? null);
});
