import { expect, test } from 'vitest';
import { recoverableDrafts, submitOutcome } from './new-draft.ts';

const refusedWith = (type: string, message: string) => ({ type: 'error', error: { type, message } });

test('maps success to stored, a rejection to refused, a lost result to unknown', () => {
  expect(submitOutcome({ type: 'success' })).toBe('stored');
  expect(submitOutcome(refusedWith('app', 'validation'))).toBe('refused');
  expect(submitOutcome(refusedWith('zero', 'validation'))).toBe('unknown');
});

test('maps a conflict of the application to stored', () => {
  expect(submitOutcome(refusedWith('app', 'conflict'))).toBe('stored');
  expect(submitOutcome(refusedWith('zero', 'conflict'))).toBe('unknown');
});

test('returns the unfinished drafts of this form', () => {
  const keys = ['draft:payment:s1:b', 'draft:payment:s1:a', 'draft:payment:s2:c', 'draft:payment:s1:', 'theme'];
  expect(recoverableDrafts(keys, 'draft:payment:s1:', () => false)).toEqual(['a', 'b']);
  expect(recoverableDrafts(keys, 'draft:payment:s1:', (id) => id === 'a')).toEqual(['b']);
  expect(recoverableDrafts(keys, 'draft:payment:s1:', () => true)).toEqual([]);
  expect(recoverableDrafts(keys, 'draft:payment:s3:', () => false)).toEqual([]);
});
