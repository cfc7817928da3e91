import { describe, expect, it } from 'vitest';
import { currentSecret, isAccepted } from './secrets.ts';

describe('a secret that is rotated', () => {
  const secret = 'the-new-one the-old-one';

  it('is accepted in each of its values, and in no other', () => {
    expect(isAccepted('the-new-one', secret)).toBe(true);
    expect(isAccepted('the-old-one', secret)).toBe(true);
    for (const given of ['a-third-one', secret, 'the-new-one ', '', undefined]) {
      expect(isAccepted(given, secret)).toBe(false);
    }
  });

  it('is sent and signs in its first', () => {
    expect(currentSecret(secret)).toBe('the-new-one');
    expect(currentSecret('alone')).toBe('alone');
  });
});

it('nothing is accepted as an empty secret', () => {
  expect(isAccepted(undefined, '')).toBe(false);
});
