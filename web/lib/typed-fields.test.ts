import { expect, test } from 'vitest';
import {
  afterStanding,
  afterTyping,
  changedMeanwhile,
  stillTyped,
  valuesOf,
  type TypedFields,
} from './typed-fields.ts';

interface Mail {
  subject: string;
  body: string;
  tags: string[];
}
const stored: Mail = { subject: 'Hello', body: 'See you', tags: ['a'] };
const type = (changes: Partial<Mail>, saved = stored, before: TypedFields<Mail> = {}) =>
  afterTyping(before, saved, changes);

test('what nobody typed in follows what others save, and what was typed stays', () => {
  const typed = type({ body: 'See you soon' });
  const theirs = { ...stored, subject: 'Good morning', body: 'See you there' };
  expect(valuesOf(theirs, typed)).toEqual({ ...theirs, body: 'See you soon' });
});

test('what somebody else saves is told where something was typed, and nowhere else', () => {
  const typed = type({ body: 'See you soon' });
  expect(changedMeanwhile(typed, stored)).toEqual({});
  const theirs = { ...stored, subject: 'Good morning', body: 'See you there' };
  expect(changedMeanwhile(typed, theirs)).toEqual({ body: 'See you there' });
});

test('typed back to what it was made from, it still takes the place of theirs', () => {
  const theirs = { ...stored, body: 'See you there' };
  const typed = type({ body: 'See you' }, theirs, type({ body: 'See you soon' }));
  expect(changedMeanwhile(typed, theirs)).toEqual({ body: 'See you there' });
});

test('typed back to what is stored, nothing was typed', () => {
  expect(type({ body: 'See you' }, stored, type({ body: 'See you soon' }))).toEqual({});
  expect(type({ tags: ['a'] })).toEqual({});
});

test('two who write the same, but for blanks around it, have nothing to choose', () => {
  const typed = type({ body: 'See you soon ' });
  expect(changedMeanwhile(typed, { ...stored, body: 'See you soon' })).toEqual({});
});

test('lists are what somebody chose: the last word stands, and nothing is told', () => {
  expect(changedMeanwhile(type({ tags: ['b'] }), { ...stored, tags: ['c'] })).toEqual({});
});

test('a refused change is typed still, over what is stored as it was', () => {
  const typed = type({ body: 'Mine' });
  const optimistic = { ...stored, body: 'Mine' };
  expect(valuesOf(optimistic, typed).body).toBe('Mine');
  expect(valuesOf(stored, typed).body).toBe('Mine');
});

test('what the server took is followed again, and what was typed since was made from it', () => {
  const sent = { ...stored, subject: 'Hi ', body: 'Mine' };
  const typed = type({ subject: 'Hi ', body: 'Mine, and more' });
  const left = afterStanding(typed, sent);
  expect(left).toEqual({ body: { value: 'Mine, and more', base: 'Mine' } });
  expect(changedMeanwhile(left, { ...sent, subject: 'Hi' })).toEqual({});
  expect(changedMeanwhile(left, { ...sent, body: 'Theirs' })).toEqual({ body: 'Theirs' });
});

test('a draft brings back what the form still has, and what it was made from', () => {
  const typed = type({ subject: 'Hi', body: 'Mine' });
  const kept = stillTyped({ ...typed, gone: { value: 'x', base: '' } } as TypedFields<Mail>, stored);
  expect(kept).toEqual(typed);
  expect(changedMeanwhile(kept, { ...stored, body: 'Theirs' })).toEqual({ body: 'Theirs' });
});

test('a draft that was sent before the window was closed comes back where it is refused after all', () => {
  const typed = type({ body: 'Mine' });
  const kept = stillTyped(typed, { ...stored, body: 'Mine' });
  expect(changedMeanwhile(kept, { ...stored, body: 'Mine' })).toEqual({});
  expect(valuesOf(stored, kept).body).toBe('Mine');
});

test('nothing is made anew for nothing', () => {
  const typed = type({ body: 'Mine' });
  expect(type({ body: 'Mine' }, stored, typed)).toBe(typed);
});
