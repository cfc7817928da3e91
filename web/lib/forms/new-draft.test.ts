import { expect, test } from 'vitest';
import { recoverableDrafts, submitOutcome } from './new-draft.ts';

const refusedWith = (type: string, message: string) => ({ type: 'error', error: { type, message } });

test('a refusal leaves it to be mended, a lost answer leaves it open', () => {
  expect(submitOutcome({ type: 'success' })).toBe('stored');
  expect(submitOutcome(refusedWith('app', 'validation'))).toBe('refused');
  expect(submitOutcome(refusedWith('zero', 'validation'))).toBe('unknown');
});

test('one that is there already had arrived the first time', () => {
  expect(submitOutcome(refusedWith('app', 'conflict'))).toBe('stored');
  expect(submitOutcome(refusedWith('zero', 'conflict'))).toBe('unknown');
});

test('of drafts that are kept, those of this form that were not passed may be gone on with', () => {
  const keys = ['draft:payment:s1:b', 'draft:payment:s1:a', 'draft:payment:s2:c', 'draft:payment:s1:', 'theme'];
  expect(recoverableDrafts(keys, 'draft:payment:s1:', () => false)).toEqual(['a', 'b']);
  expect(recoverableDrafts(keys, 'draft:payment:s1:', (id) => id === 'a')).toEqual(['b']);
  expect(recoverableDrafts(keys, 'draft:payment:s1:', () => true)).toEqual([]);
  expect(recoverableDrafts(keys, 'draft:payment:s3:', () => false)).toEqual([]);
});
