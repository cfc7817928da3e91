import { expect, test } from 'vitest';
import {
  afterConfirm,
  applyEdits,
  conflictingFields,
  type DirtyFields,
  isTextTaken,
  joinTexts,
  markRejected,
  markSubmitted,
  mergeEdits,
  reconcile,
  remainingEdits,
  restoreEdits,
} from './dirty-fields.ts';

interface Mail {
  subject: string;
  body: string;
  tags: string[];
}
const stored: Mail = { subject: 'Hello', body: 'See you', tags: ['a'] };
const type = (changes: Partial<Mail>, saved = stored, before: DirtyFields<Mail> = {}) =>
  applyEdits(before, saved, changes);

test('mergeEdits keeps dirty fields and updates the others', () => {
  const typed = type({ body: 'See you soon' });
  const colleague = { ...stored, subject: 'Good morning', body: 'See you there' };
  expect(mergeEdits(colleague, typed)).toEqual({ ...colleague, body: 'See you soon' });
});

test('conflictingFields returns dirty fields that another person has changed', () => {
  const typed = type({ body: 'See you soon' });
  expect(conflictingFields(typed, stored)).toEqual({});
  const colleague = { ...stored, subject: 'Good morning', body: 'See you there' };
  expect(conflictingFields(typed, colleague)).toEqual({ body: 'See you there' });
});

test('keeps a conflict when the text is typed back to its base', () => {
  const colleague = { ...stored, body: 'See you there' };
  const typed = type({ body: 'See you' }, colleague, type({ body: 'See you soon' }));
  expect(conflictingFields(typed, colleague)).toEqual({ body: 'See you there' });
});

test('removes a field that is typed back to the stored value', () => {
  expect(type({ body: 'See you' }, stored, type({ body: 'See you soon' }))).toEqual({});
  expect(type({ tags: ['a'] })).toEqual({});
});

test('has no conflict for equal texts that differ in surrounding spaces', () => {
  const typed = type({ body: 'See you soon ' });
  expect(conflictingFields(typed, { ...stored, body: 'See you soon' })).toEqual({});
});

test('has no conflicts for lists: the last write wins', () => {
  expect(conflictingFields(type({ tags: ['b'] }), { ...stored, tags: ['c'] })).toEqual({});
});

test('keeps a rejected change over the unchanged stored value', () => {
  const typed = type({ body: 'Mine' });
  const optimistic = { ...stored, body: 'Mine' };
  expect(mergeEdits(optimistic, typed).body).toBe('Mine');
  expect(mergeEdits(stored, typed).body).toBe('Mine');
});

test('afterConfirm drops confirmed fields and rebases newer edits', () => {
  const sent = { ...stored, subject: 'Hi ', body: 'Mine' };
  const typed = type({ subject: 'Hi ', body: 'Mine, and more' });
  const left = afterConfirm(typed, sent);
  expect(left).toEqual({ body: { value: 'Mine, and more', base: 'Mine' } });
  expect(conflictingFields(left, { ...sent, subject: 'Hi' })).toEqual({});
  expect(conflictingFields(left, { ...sent, body: 'Theirs' })).toEqual({ body: 'Theirs' });
});

test('afterConfirm keeps a space typed after submitting', () => {
  const typed = type({ body: 'Mine ' });
  expect(afterConfirm(typed, { ...stored, body: 'Mine' })).toEqual({ body: { value: 'Mine ', base: 'Mine' } });
});

test('remainingEdits keeps the fields that the form still has, with their base', () => {
  const typed = type({ subject: 'Hi', body: 'Mine' });
  const kept = remainingEdits({ ...typed, gone: { value: 'x', base: '' } } as DirtyFields<Mail>, stored);
  expect(kept).toEqual(typed);
  expect(conflictingFields(kept, { ...stored, body: 'Theirs' })).toEqual({ body: 'Theirs' });
});

test('remainingEdits drops malformed edits', () => {
  expect(remainingEdits({ subject: 'Hi', body: null, tags: {} } as never, stored)).toEqual({});
});

test('keeps a draft that was submitted by a closed window and rejected later', () => {
  const typed = type({ body: 'Mine' });
  const kept = remainingEdits(typed, { ...stored, body: 'Mine' });
  expect(conflictingFields(kept, { ...stored, body: 'Mine' })).toEqual({});
  expect(mergeEdits(stored, kept).body).toBe('Mine');
});

const sent = { ...stored, subject: 'Hi', body: 'Mine' };
const unanswered = markSubmitted(type({ subject: 'Hi', body: 'Mine' }), sent, stored);

test('reconcile drops submitted fields once the server has them', () => {
  expect(reconcile(unanswered, sent)).toEqual({});
  // Stored texts are trimmed.
  expect(reconcile(markSubmitted(type({ body: 'Mine ' }), { ...stored, body: 'Mine ' }, stored), sent)).toEqual({});
});

test('drops an email address that is stored in lower case', () => {
  const asTyped = { ...stored, subject: 'Hello@Studio.example' };
  const typed = markSubmitted(type({ subject: asTyped.subject }), asTyped, stored);
  expect(afterConfirm(typed, asTyped)).toEqual({});
  expect(reconcile(typed, { ...stored, subject: 'hello@studio.example' })).toEqual({});
});

test('reconcile drops submitted fields that a colleague has changed since', () => {
  expect(reconcile(unanswered, { ...sent, body: 'Theirs' })).toEqual({});
  // Also if the colleague restored a part of them.
  expect(reconcile(unanswered, { ...sent, subject: stored.subject })).toEqual({});
});

test('reconcile keeps fields whose rejection was never received', () => {
  expect(reconcile(unanswered, stored)).toBe(unanswered);
  // Also over a value that a colleague had saved.
  const colleague = { ...stored, body: 'Theirs' };
  const over = markSubmitted(type({ body: 'Mine' }), sent, colleague);
  expect(reconcile(over, colleague)).toBe(over);
});

test('reconcile keeps a rejected second save after a confirmed first one', () => {
  const twice = markSubmitted(type({ body: 'Mine' }, { ...stored, subject: 'Hi' }, type({ subject: 'Hi' })), sent, {
    ...stored,
    subject: 'Hi',
  });
  expect(reconcile(twice, { ...stored, subject: 'Hi' })).toMatchObject({ body: { value: 'Mine', base: 'See you' } });
});

test('reconcile rebases edits that were typed after submitting', () => {
  const more = type({ body: 'Mine, and more' }, sent, unanswered);
  expect(reconcile(more, sent)).toEqual({ body: { value: 'Mine, and more', base: 'Mine' } });
  const left = reconcile(more, { ...sent, body: 'Theirs' });
  expect(conflictingFields(left, { ...sent, body: 'Theirs' })).toEqual({ body: 'Theirs' });
  // Equal to the optimistic value, which may still be rejected: keep the field.
  expect(type({ body: 'Mine' }, sent, more)).toEqual(unanswered);
});

test('reconcile ignores fields that were not submitted', () => {
  const typed = type({ body: 'Mine' });
  expect(reconcile(typed, sent)).toBe(typed);
  expect(reconcile(typed, { ...stored, body: 'Theirs' })).toBe(typed);
});

test('markRejected restores the edits as before submitting', () => {
  expect(markRejected(unanswered, sent)).toEqual(type({ subject: 'Hi', body: 'Mine' }));
});

test('applies a result only to the values of its own submission', () => {
  const later = { ...sent, body: 'Mine, and more' };
  const again = markSubmitted(type({ body: 'Mine, and more' }, sent, unanswered), later, sent);
  const open = { value: 'Mine, and more', base: 'See you', sent: { value: 'Mine, and more', over: 'Mine' } };
  expect(markRejected(again, sent)).toMatchObject({ body: open });
  expect(afterConfirm(again, sent)).toEqual({ body: { ...open, base: 'Mine' } });
  expect(afterConfirm(afterConfirm(again, sent), later)).toEqual({});
});

test('applyEdits returns the same object without a change', () => {
  const typed = type({ body: 'Mine' });
  expect(type({ body: 'Mine' }, stored, typed)).toBe(typed);
});

interface Notes {
  text: string;
}
const editNotes = (text: string, base: string) => applyEdits<Notes>({}, { text: base }, { text });
const submitNotes = (text: string, over: string) => markSubmitted(editNotes(text, over), { text }, { text: over });
const reconcileNotes = (typed: DirtyFields<Notes>, text: string) => reconcile(typed, { text }, isTextTaken);

test('reconcile drops submitted notes once the server has them', () => {
  const sent = submitNotes('Two dogs, one cat', 'Two dogs');
  expect(reconcileNotes(sent, 'Two dogs, one cat')).toEqual({});
  // A colleague added text.
  expect(reconcileNotes(sent, 'Two dogs, one cat. Late')).toEqual({});
  // Text typed after submitting stays, based on the submitted one.
  const more = applyEdits(sent, { text: 'Two dogs, one cat' }, { text: 'Two dogs, one cat, one bird' });
  const left = reconcileNotes(more, 'Two dogs, one cat. Late');
  expect(left).toEqual({ text: { value: 'Two dogs, one cat, one bird', base: 'Two dogs, one cat' } });
  expect(conflictingFields(left, { text: 'Two dogs, one cat. Late' })).toEqual({ text: 'Two dogs, one cat. Late' });
});

test('reconcile keeps submitted notes if the server has something else, a possible rejection', () => {
  const sent = submitNotes('Two dogs, one cat', 'Two dogs');
  expect(reconcileNotes(sent, 'Two dogs')).toBe(sent);
  expect(reconcileNotes(sent, 'Late')).toBe(sent);
  expect(conflictingFields(sent, { text: 'Late' })).toEqual({ text: 'Late' });
  const emptied = submitNotes('', 'Two dogs');
  expect(reconcileNotes(emptied, 'Late')).toBe(emptied);
  // A shortened text, rejected because a colleague had added to the one before.
  const shorter = submitNotes('Two dogs.', 'Two dogs. Door code 1234');
  expect(reconcileNotes(shorter, 'Two dogs. Door code 1234. Late')).toBe(shorter);
  expect(reconcileNotes(shorter, 'Two dogs. Late')).toEqual({});
});

test('restoreEdits restores discarded edits with their base, after text typed since', () => {
  const discarded = editNotes('Two dogs, one cat', 'Two dogs');
  expect(restoreEdits({}, discarded)).toEqual(discarded);
  const since = editNotes('Late, at eight', 'Late');
  const both = { value: 'Late, at eight\n\nTwo dogs, one cat', base: 'Late' };
  expect(restoreEdits(since, discarded)).toEqual({ text: both });
});

test('joinTexts leaves no gap for an empty text', () => {
  expect(joinTexts('', 'Two dogs')).toBe('Two dogs');
});
