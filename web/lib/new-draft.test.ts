import { expect, test } from 'vitest';
import { draftsLeft, outcomeOf } from './new-draft.ts';

const refusedWith = (type: string, message: string) => ({ type: 'error', error: { type, message } });

test('a refusal leaves it to be mended, a lost answer leaves it open', () => {
  expect(outcomeOf({ type: 'success' })).toBe('stored');
  expect(outcomeOf(refusedWith('app', 'validation'))).toBe('refused');
  expect(outcomeOf(refusedWith('zero', 'validation'))).toBe('unknown');
});

test('one that is there already had arrived the first time', () => {
  expect(outcomeOf(refusedWith('app', 'conflict'))).toBe('stored');
  expect(outcomeOf(refusedWith('zero', 'conflict'))).toBe('unknown');
});

test('of drafts that are kept, those of this form that were not passed may be gone on with', () => {
  const keys = ['draft:payment:s1:b', 'draft:payment:s1:a', 'draft:payment:s2:c', 'draft:payment:s1:', 'theme'];
  expect(draftsLeft(keys, 'draft:payment:s1:', () => false)).toEqual(['a', 'b']);
  expect(draftsLeft(keys, 'draft:payment:s1:', (id) => id === 'a')).toEqual(['b']);
  expect(draftsLeft(keys, 'draft:payment:s1:', () => true)).toEqual([]);
  expect(draftsLeft(keys, 'draft:payment:s3:', () => false)).toEqual([]);
});
