import { expect, it } from 'vitest';
import errors from '#locales/en/errors.json' with { type: 'json' };
import { inviteFailure } from './invite-failure.ts';

const shown = (code: string) => inviteFailure(code, (known) => known in errors);

it.each(['internal', 'unknown', 'validation_failed', 'body_required', 'a_code_of_a_newer_server'])(
  'shows the invitation’s own text for %s',
  (code) => expect(errors[shown(code) as 'unknown']).toBe('Failed to generate gallery invite link'),
);

it.each(['network', 'rate_limited', 'forbidden', 'not_found', 'unavailable'])('keeps the text of %s', (code) =>
  expect(shown(code)).toBe(code),
);
