import { expect, test } from 'vitest';
import { basesAfter, changedMeanwhile } from './meanwhile.ts';

const stored = { subject: 'Hello', body: 'See you' };

test('what is typed here is no change of somebody else', () => {
  expect(changedMeanwhile(stored, stored, { ...stored, body: 'See you soon' })).toEqual({});
});

test('what somebody else saves is told where something was typed, and nowhere else', () => {
  const theirs = { subject: 'Good morning', body: 'See you there' };
  expect(changedMeanwhile(stored, theirs, { ...stored, body: 'See you soon' })).toEqual({ body: 'See you there' });
});

test('two who write the same have nothing to choose', () => {
  const theirs = { ...stored, body: 'See you soon' };
  expect(changedMeanwhile(stored, theirs, theirs)).toEqual({});
});

test('what was saved here, or taken over, is what is typed on from', () => {
  const mine = { ...stored, body: 'See you soon' };
  const bases = basesAfter(stored, mine, mine);
  expect(bases).toEqual(mine);
  expect(changedMeanwhile(bases, mine, { ...mine, body: 'See you soon, Ana' })).toEqual({});
});

test('what is typed keeps what it was made from, and nothing is made anew for nothing', () => {
  const typed = { ...stored, body: 'See you soon' };
  const theirs = { ...stored, body: 'See you there' };
  expect(basesAfter(stored, theirs, typed)).toBe(stored);
  expect(basesAfter(stored, stored, stored)).toBe(stored);
});
