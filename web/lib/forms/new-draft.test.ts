import { expect, test } from 'vitest';
import { isRowStored, recoverableDrafts } from './new-draft.ts';

test('has a stored row after a confirmation, or if its id exists', () => {
  expect(isRowStored({ state: 'confirmed' })).toBe(true);
  expect(isRowStored({ state: 'rejected', code: 'conflict' })).toBe(true);
  expect(isRowStored({ state: 'rejected', code: 'validation' })).toBe(false);
  expect(isRowStored({ state: 'interrupted' })).toBe(false);
});

test('returns the unfinished drafts of this form', () => {
  const keys = ['draft:payment:s1:b', 'draft:payment:s1:a', 'draft:payment:s2:c', 'draft:payment:s1:', 'theme'];
  expect(recoverableDrafts(keys, 'draft:payment:s1:', () => false)).toEqual(['a', 'b']);
  expect(recoverableDrafts(keys, 'draft:payment:s1:', (id) => id === 'a')).toEqual(['b']);
  expect(recoverableDrafts(keys, 'draft:payment:s1:', () => true)).toEqual([]);
  expect(recoverableDrafts(keys, 'draft:payment:s3:', () => false)).toEqual([]);
});
