import { expect, test } from 'vitest';
import { accountDraftPrefix, userDraftPrefix } from './draft-storage.ts';

const ANA = '0193d0a8-1111-7000-8000-00000000000a';
const PAU = '0193d0a8-2222-7000-8000-00000000000b';

test('separates drafts by person, by studio and outside of studios', () => {
  const keys = [ANA, PAU].flatMap((person) => ['studio', null].map((studio) => accountDraftPrefix(person, studio)));
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) {
    expect(key.startsWith(userDraftPrefix(ANA))).toBe(keys.indexOf(key) < 2);
    expect(key.startsWith(userDraftPrefix(PAU))).toBe(keys.indexOf(key) >= 2);
  }
});

test('separates studios with a common prefix', () => {
  expect(accountDraftPrefix(ANA, 'studio2').startsWith(accountDraftPrefix(ANA, 'studio'))).toBe(false);
});
