import { describe, expect, it } from 'vitest';
import { currentSecret, isAccepted } from './secrets.ts';

describe('a rotated secret', () => {
  const secret = 'the-new-one the-old-one';

  it('is accepted in each of its values, and in no other', () => {
    expect(isAccepted('the-new-one', secret)).toBe(true);
    expect(isAccepted('the-old-one', secret)).toBe(true);
    for (const value of ['a-third-one', secret, 'the-new-one ', '', undefined]) {
      expect(isAccepted(value, secret)).toBe(false);
    }
  });

  it('sends and signs with its first value', () => {
    expect(currentSecret(secret)).toBe('the-new-one');
    expect(currentSecret('alone')).toBe('alone');
  });
});

it('an empty secret accepts nothing', () => {
  expect(isAccepted(undefined, '')).toBe(false);
});
