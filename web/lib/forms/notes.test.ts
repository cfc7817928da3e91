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

it('tells of somebody else’s text where something was typed, and only there', () => {
  expect(hasConflict(mine, 'Late')).toBe(true);
  expect(hasConflict(mine, 'Two dogs')).toBe(false);
  expect(hasConflict(storedNotes('Two dogs'), 'Late')).toBe(false);
});

it('has nothing to choose where both have written the same', () => {
  expect(hasConflict(mine, 'Two dogs, one cat')).toBe(false);
});

it('keeps what it was made from while it is typed, whatever is stored meanwhile', () => {
  expect(editText(mine, 'Two dogs, a cat', 'Late')).toEqual({ text: 'Two dogs, a cat', base: 'Two dogs' });
  expect(editText(storedNotes('Two dogs'), 'Late!', 'Late')).toEqual({ text: 'Late!', base: 'Late' });
});

it('is as if nothing had been typed once it is typed back', () => {
  expect(hasEdits(editText(mine, 'Two dogs', 'Late'))).toBe(false);
});

it('puts both together, theirs first, without a gap where theirs were emptied', () => {
  expect(concatVersions(mine, 'Late')).toEqual({ text: 'Late\n\nTwo dogs, one cat', base: 'Late' });
  expect(concatVersions(mine, '')).toEqual({ text: 'Two dogs, one cat', base: '' });
});

it('goes on from what was saved, with what was typed while it was', () => {
  expect(afterConfirm(mine, mine.text)).toEqual(storedNotes(mine.text));
  const longer = editText(mine, 'Two dogs, one cat, one bird', 'Two dogs, one cat');
  expect(afterConfirm(longer, mine.text)).toEqual({ text: longer.text, base: mine.text });
});

it('comes back as it was, or after what was typed since', () => {
  expect(restoreDiscarded(storedNotes('Late'), mine)).toEqual(mine);
  const since = editText(storedNotes('Late'), 'Late, at eight', 'Late');
  expect(restoreDiscarded(since, mine)).toEqual({ text: 'Late, at eight\n\nTwo dogs, one cat', base: 'Late' });
});

const unanswered = markSubmitted(mine, mine);

it('is over with what was sent and never answered, once the server has it', () => {
  expect(reconcile(unanswered, mine.text)).toEqual(storedNotes(mine.text));
  // A colleague wrote on.
  expect(reconcile(unanswered, 'Two dogs, one cat. Late')).toEqual(storedNotes(mine.text));
});

it('keeps it where the server has something else: it may have been refused for that', () => {
  expect(reconcile(unanswered, 'Two dogs')).toBe(unanswered);
  expect(reconcile(unanswered, 'Late')).toBe(unanswered);
  expect(hasConflict(unanswered, 'Late')).toBe(true);
  const emptied = editText(mine, '', 'Two dogs');
  expect(reconcile(markSubmitted(emptied, emptied), 'Late')).toMatchObject(emptied);
  expect(reconcile(mine, mine.text)).toBe(mine);
  // Shortened, and refused for what a colleague had added to what it was made from.
  const shorter = editText(storedNotes('Two dogs. Door code 1234'), 'Two dogs.', 'Two dogs. Door code 1234');
  const sent = markSubmitted(shorter, shorter);
  expect(reconcile(sent, 'Two dogs. Door code 1234. Late')).toBe(sent);
  expect(reconcile(sent, 'Two dogs. Late')).toEqual(storedNotes('Two dogs.'));
});

it('is made from what was sent, where more was typed since', () => {
  const longer = editText(unanswered, 'Two dogs, one cat, one bird', mine.text);
  expect(reconcile(longer, mine.text)).toEqual({ text: longer.text, base: mine.text });
  expect(hasConflict(reconcile(longer, 'Two dogs, one cat. Late'), 'Two dogs, one cat. Late')).toBe(true);
});

it('is typed still after a refusal that was heard, as if it had not been sent', () => {
  expect(markRejected(unanswered)).toEqual(mine);
});
