import { expect, test } from 'vitest';
import {
  afterConfirm,
  applyEdits,
  conflictingFields,
  type DirtyFields,
  markRejected,
  markSubmitted,
  mergeEdits,
  reconcile,
  remainingEdits,
} from './dirty-fields.ts';

interface Mail {
  subject: string;
  body: string;
  tags: string[];
}
const stored: Mail = { subject: 'Hello', body: 'See you', tags: ['a'] };
const type = (changes: Partial<Mail>, saved = stored, before: DirtyFields<Mail> = {}) =>
  applyEdits(before, saved, changes);

test('what nobody typed in follows what others save, and what was typed stays', () => {
  const typed = type({ body: 'See you soon' });
  const theirs = { ...stored, subject: 'Good morning', body: 'See you there' };
  expect(mergeEdits(theirs, typed)).toEqual({ ...theirs, body: 'See you soon' });
});

test('what somebody else saves is told where something was typed, and nowhere else', () => {
  const typed = type({ body: 'See you soon' });
  expect(conflictingFields(typed, stored)).toEqual({});
  const theirs = { ...stored, subject: 'Good morning', body: 'See you there' };
  expect(conflictingFields(typed, theirs)).toEqual({ body: 'See you there' });
});

test('typed back to what it was made from, it still takes the place of theirs', () => {
  const theirs = { ...stored, body: 'See you there' };
  const typed = type({ body: 'See you' }, theirs, type({ body: 'See you soon' }));
  expect(conflictingFields(typed, theirs)).toEqual({ body: 'See you there' });
});

test('typed back to what is stored, nothing was typed', () => {
  expect(type({ body: 'See you' }, stored, type({ body: 'See you soon' }))).toEqual({});
  expect(type({ tags: ['a'] })).toEqual({});
});

test('two who write the same, but for blanks around it, have nothing to choose', () => {
  const typed = type({ body: 'See you soon ' });
  expect(conflictingFields(typed, { ...stored, body: 'See you soon' })).toEqual({});
});

test('lists are what somebody chose: the last word stands, and nothing is told', () => {
  expect(conflictingFields(type({ tags: ['b'] }), { ...stored, tags: ['c'] })).toEqual({});
});

test('a refused change is typed still, over what is stored as it was', () => {
  const typed = type({ body: 'Mine' });
  const optimistic = { ...stored, body: 'Mine' };
  expect(mergeEdits(optimistic, typed).body).toBe('Mine');
  expect(mergeEdits(stored, typed).body).toBe('Mine');
});

test('what the server took is followed again, and what was typed since was made from it', () => {
  const sent = { ...stored, subject: 'Hi ', body: 'Mine' };
  const typed = type({ subject: 'Hi ', body: 'Mine, and more' });
  const left = afterConfirm(typed, sent);
  expect(left).toEqual({ body: { value: 'Mine, and more', base: 'Mine' } });
  expect(conflictingFields(left, { ...sent, subject: 'Hi' })).toEqual({});
  expect(conflictingFields(left, { ...sent, body: 'Theirs' })).toEqual({ body: 'Theirs' });
});

test('a draft brings back what the form still has, and what it was made from', () => {
  const typed = type({ subject: 'Hi', body: 'Mine' });
  const kept = remainingEdits({ ...typed, gone: { value: 'x', base: '' } } as DirtyFields<Mail>, stored);
  expect(kept).toEqual(typed);
  expect(conflictingFields(kept, { ...stored, body: 'Theirs' })).toEqual({ body: 'Theirs' });
});

test('a draft that was sent before the window was closed comes back where it is refused after all', () => {
  const typed = type({ body: 'Mine' });
  const kept = remainingEdits(typed, { ...stored, body: 'Mine' });
  expect(conflictingFields(kept, { ...stored, body: 'Mine' })).toEqual({});
  expect(mergeEdits(stored, kept).body).toBe('Mine');
});

const sent = { ...stored, subject: 'Hi', body: 'Mine' };
const unanswered = markSubmitted(type({ subject: 'Hi', body: 'Mine' }), sent, stored);

test('what was sent and never answered is followed again once the server has it', () => {
  expect(reconcile(unanswered, sent)).toEqual({});
  // Stored, texts lose the blanks around them.
  expect(reconcile(markSubmitted(type({ body: 'Mine ' }), { ...stored, body: 'Mine ' }, stored), sent)).toEqual({});
});

test('an address that is stored without its capitals is what was typed', () => {
  const asTyped = { ...stored, subject: 'Hello@Studio.example' };
  const typed = markSubmitted(type({ subject: asTyped.subject }), asTyped, stored);
  expect(afterConfirm(typed, asTyped)).toEqual({});
  expect(reconcile(typed, { ...stored, subject: 'hello@studio.example' })).toEqual({});
});

test('a colleague who writes after it is not written over by it', () => {
  expect(reconcile(unanswered, { ...sent, body: 'Theirs' })).toEqual({});
  // Nor by a part of it, where they put the rest back.
  expect(reconcile(unanswered, { ...sent, subject: stored.subject })).toEqual({});
});

test('refused before anybody heard of it, it is typed still', () => {
  expect(reconcile(unanswered, stored)).toBe(unanswered);
  // Over what a colleague had saved, as well.
  const theirs = { ...stored, body: 'Theirs' };
  const over = markSubmitted(type({ body: 'Mine' }), sent, theirs);
  expect(reconcile(over, theirs)).toBe(over);
});

test('a second save that is refused is not taken for the first one', () => {
  const twice = markSubmitted(type({ body: 'Mine' }, { ...stored, subject: 'Hi' }, type({ subject: 'Hi' })), sent, {
    ...stored,
    subject: 'Hi',
  });
  expect(reconcile(twice, { ...stored, subject: 'Hi' })).toMatchObject({ body: { value: 'Mine', base: 'See you' } });
});

test('what was typed on since it was sent was made from what was sent', () => {
  const more = type({ body: 'Mine, and more' }, sent, unanswered);
  expect(reconcile(more, sent)).toEqual({ body: { value: 'Mine, and more', base: 'Mine' } });
  const left = reconcile(more, { ...sent, body: 'Theirs' });
  expect(conflictingFields(left, { ...sent, body: 'Theirs' })).toEqual({ body: 'Theirs' });
  // Typed back to what is this device's alone, it may be refused yet.
  expect(type({ body: 'Mine' }, sent, more)).toEqual(unanswered);
});

test('what was not sent is nobody’s to settle', () => {
  const typed = type({ body: 'Mine' });
  expect(reconcile(typed, sent)).toBe(typed);
  expect(reconcile(typed, { ...stored, body: 'Theirs' })).toBe(typed);
});

test('a refusal that was heard leaves what was typed, as if it had not been sent', () => {
  expect(markRejected(unanswered, sent)).toEqual(type({ subject: 'Hi', body: 'Mine' }));
});

test('an answer is about what was sent then, not about what was sent since', () => {
  const later = { ...sent, body: 'Mine, and more' };
  const again = markSubmitted(type({ body: 'Mine, and more' }, sent, unanswered), later, sent);
  const open = { value: 'Mine, and more', base: 'See you', sent: { value: 'Mine, and more', over: 'Mine' } };
  expect(markRejected(again, sent)).toMatchObject({ body: open });
  expect(afterConfirm(again, sent)).toEqual({ body: { ...open, base: 'Mine' } });
  expect(afterConfirm(afterConfirm(again, sent), later)).toEqual({});
});

test('nothing is made anew for nothing', () => {
  const typed = type({ body: 'Mine' });
  expect(type({ body: 'Mine' }, stored, typed)).toBe(typed);
});
