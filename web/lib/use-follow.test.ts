import { expect, it } from 'vitest';
import { fieldsToFollow } from './use-follow.ts';

const before = { name: 'Wedding', description: '' };

it('follows what another window saved', () => {
  const saved = { ...before, name: 'Ana & Pau' };
  expect(fieldsToFollow({ saved, before, current: before, touched: {} })).toEqual(['name']);
});

it('leaves alone what was typed here', () => {
  const saved = { name: 'Ana & Pau', description: 'In May' };
  const current = { ...before, name: 'The wedding' };
  expect(fieldsToFollow({ saved, before, current, touched: { name: true } })).toEqual(['description']);
});

it('leaves alone what a kept draft brought back', () => {
  const saved = { ...before, name: 'Ana & Pau' };
  expect(fieldsToFollow({ saved, before, current: { ...before, name: 'Draft' }, touched: {} })).toEqual([]);
});

it('keeps what was typed when the server takes a change back', () => {
  const mine = { ...before, name: 'Mine' };
  expect(fieldsToFollow({ saved: before, before: mine, current: mine, touched: { name: true } })).toEqual([]);
});
