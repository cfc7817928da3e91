import { expect, it } from 'vitest';
import {
  afterRefusal,
  afterSaving,
  afterSending,
  hasChanged,
  isTyped,
  joined,
  putBack,
  settled,
  storedNotes,
  typed,
} from './notes.ts';

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

const unanswered = afterSending(mine, mine);

it('is over with what was sent and never answered, once the server has it', () => {
  expect(settled(unanswered, mine.text)).toEqual(storedNotes(mine.text));
  // A colleague wrote on.
  expect(settled(unanswered, 'Two dogs, one cat. Late')).toEqual(storedNotes(mine.text));
});

it('keeps it where the server has something else: it may have been refused for that', () => {
  expect(settled(unanswered, 'Two dogs')).toBe(unanswered);
  expect(settled(unanswered, 'Late')).toBe(unanswered);
  expect(hasChanged(unanswered, 'Late')).toBe(true);
  const emptied = typed(mine, '', 'Two dogs');
  expect(settled(afterSending(emptied, emptied), 'Late')).toMatchObject(emptied);
  expect(settled(mine, mine.text)).toBe(mine);
  // Shortened, and refused for what a colleague had added to what it was made from.
  const shorter = typed(storedNotes('Two dogs. Door code 1234'), 'Two dogs.', 'Two dogs. Door code 1234');
  const sent = afterSending(shorter, shorter);
  expect(settled(sent, 'Two dogs. Door code 1234. Late')).toBe(sent);
  expect(settled(sent, 'Two dogs. Late')).toEqual(storedNotes('Two dogs.'));
});

it('is made from what was sent, where more was typed since', () => {
  const longer = typed(unanswered, 'Two dogs, one cat, one bird', mine.text);
  expect(settled(longer, mine.text)).toEqual({ text: longer.text, base: mine.text });
  expect(hasChanged(settled(longer, 'Two dogs, one cat. Late'), 'Two dogs, one cat. Late')).toBe(true);
});

it('is typed still after a refusal that was heard, as if it had not been sent', () => {
  expect(afterRefusal(unanswered)).toEqual(mine);
});
