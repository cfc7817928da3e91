import { expect, it } from 'vitest';
import {
  afterConfirm,
  concatVersions,
  editText,
  hasConflict,
  hasEdits,
  markRejected,
  markSubmitted,
  reconcile,
  restoreDiscarded,
  storedNotes,
} from './notes.ts';

const mine = editText(storedNotes('Two dogs'), 'Two dogs, one cat', 'Two dogs');

it('has a conflict only if edited text was changed elsewhere', () => {
  expect(hasConflict(mine, 'Late')).toBe(true);
  expect(hasConflict(mine, 'Two dogs')).toBe(false);
  expect(hasConflict(storedNotes('Two dogs'), 'Late')).toBe(false);
});

it('has no conflict if both texts are equal', () => {
  expect(hasConflict(mine, 'Two dogs, one cat')).toBe(false);
});

it('keeps the base while editing, whatever is stored meanwhile', () => {
  expect(editText(mine, 'Two dogs, a cat', 'Late')).toEqual({ text: 'Two dogs, a cat', base: 'Two dogs' });
  expect(editText(storedNotes('Two dogs'), 'Late!', 'Late')).toEqual({ text: 'Late!', base: 'Late' });
});

it('has no edits once the text is typed back', () => {
  expect(hasEdits(editText(mine, 'Two dogs', 'Late'))).toBe(false);
});

it('concatenates both versions, the stored one first, without a gap if it is empty', () => {
  expect(concatVersions(mine, 'Late')).toEqual({ text: 'Late\n\nTwo dogs, one cat', base: 'Late' });
  expect(concatVersions(mine, '')).toEqual({ text: 'Two dogs, one cat', base: '' });
});

it('rebases text typed during the save on the saved text', () => {
  expect(afterConfirm(mine, mine.text)).toEqual(storedNotes(mine.text));
  const longer = editText(mine, 'Two dogs, one cat, one bird', 'Two dogs, one cat');
  expect(afterConfirm(longer, mine.text)).toEqual({ text: longer.text, base: mine.text });
});

it('restores the discarded text, after newer edits', () => {
  expect(restoreDiscarded(storedNotes('Late'), mine)).toEqual(mine);
  const since = editText(storedNotes('Late'), 'Late, at eight', 'Late');
  expect(restoreDiscarded(since, mine)).toEqual({ text: 'Late, at eight\n\nTwo dogs, one cat', base: 'Late' });
});

const unanswered = markSubmitted(mine, mine);

it('reconcile drops submitted text once the server has it', () => {
  expect(reconcile(unanswered, mine.text)).toEqual(storedNotes(mine.text));
  // A colleague added text.
  expect(reconcile(unanswered, 'Two dogs, one cat. Late')).toEqual(storedNotes(mine.text));
});

it('reconcile keeps the text if the server has something else, a possible rejection', () => {
  expect(reconcile(unanswered, 'Two dogs')).toBe(unanswered);
  expect(reconcile(unanswered, 'Late')).toBe(unanswered);
  expect(hasConflict(unanswered, 'Late')).toBe(true);
  const emptied = editText(mine, '', 'Two dogs');
  expect(reconcile(markSubmitted(emptied, emptied), 'Late')).toMatchObject(emptied);
  expect(reconcile(mine, mine.text)).toBe(mine);
  // A shortened text, rejected because a colleague had added to its base.
  const shorter = editText(storedNotes('Two dogs. Door code 1234'), 'Two dogs.', 'Two dogs. Door code 1234');
  const sent = markSubmitted(shorter, shorter);
  expect(reconcile(sent, 'Two dogs. Door code 1234. Late')).toBe(sent);
  expect(reconcile(sent, 'Two dogs. Late')).toEqual(storedNotes('Two dogs.'));
});

it('reconcile rebases text typed after submitting', () => {
  const longer = editText(unanswered, 'Two dogs, one cat, one bird', mine.text);
  expect(reconcile(longer, mine.text)).toEqual({ text: longer.text, base: mine.text });
  expect(hasConflict(reconcile(longer, 'Two dogs, one cat. Late'), 'Two dogs, one cat. Late')).toBe(true);
});

it('markRejected restores the edits as before submitting', () => {
  expect(markRejected(unanswered)).toEqual(mine);
});
