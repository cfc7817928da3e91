import { expect, it } from 'vitest';
import { afterSaving, hasChanged, isTyped, joined, putBack, storedNotes, typed } from './notes.ts';

const mine = typed(storedNotes('Two dogs'), 'Two dogs, one cat', 'Two dogs');

it('tells of somebody else’s text where something was typed, and only there', () => {
  expect(hasChanged(mine, 'Late')).toBe(true);
  expect(hasChanged(mine, 'Two dogs')).toBe(false);
  expect(hasChanged(storedNotes('Two dogs'), 'Late')).toBe(false);
});

it('has nothing to choose where both have written the same', () => {
  expect(hasChanged(mine, 'Two dogs, one cat')).toBe(false);
});

it('keeps what it was made from while it is typed, whatever is stored meanwhile', () => {
  expect(typed(mine, 'Two dogs, a cat', 'Late')).toEqual({ text: 'Two dogs, a cat', base: 'Two dogs' });
  expect(typed(storedNotes('Two dogs'), 'Late!', 'Late')).toEqual({ text: 'Late!', base: 'Late' });
});

it('is as if nothing had been typed once it is typed back', () => {
  expect(isTyped(typed(mine, 'Two dogs', 'Late'))).toBe(false);
});

it('puts both together, theirs first, without a gap where theirs were emptied', () => {
  expect(joined(mine, 'Late')).toEqual({ text: 'Late\n\nTwo dogs, one cat', base: 'Late' });
  expect(joined(mine, '')).toEqual({ text: 'Two dogs, one cat', base: '' });
});

it('goes on from what was saved, with what was typed while it was', () => {
  expect(afterSaving(mine, mine.text)).toEqual(storedNotes(mine.text));
  const longer = typed(mine, 'Two dogs, one cat, one bird', 'Two dogs, one cat');
  expect(afterSaving(longer, mine.text)).toEqual({ text: longer.text, base: mine.text });
});

it('comes back as it was, or after what was typed since', () => {
  expect(putBack(storedNotes('Late'), mine)).toEqual(mine);
  const since = typed(storedNotes('Late'), 'Late, at eight', 'Late');
  expect(putBack(since, mine)).toEqual({ text: 'Late, at eight\n\nTwo dogs, one cat', base: 'Late' });
});
