import { describe, expect, it } from 'vitest';
import type { PublicProposalLine } from '#core/api/proposals.ts';
import { chooseLine, firstChoice, openGroup, priceChoice, sectionsOf } from './choices.ts';

const line = (id: string, values: Partial<PublicProposalLine> = {}): PublicProposalLine => ({
  id,
  position: 0,
  title: id,
  description: '',
  quantity: 1,
  unitAmount: 10_000,
  choice: 'fixed',
  groupName: '',
  withdrawal: null,
  isChosen: false,
  ...values,
});

const one = (id: string, position: number, groupName = 'Coverage') =>
  line(id, { position, choice: 'one_of', groupName });
const addOn = (id: string, position: number, values: Partial<PublicProposalLine> = {}) =>
  line(id, { position, choice: 'optional', ...values });

const small = one('small', 0);
const large = one('large', 2);
const travel = line('travel', { position: 1, unitAmount: 5_000 });
const album = addOn('album', 3, { quantity: 2, unitAmount: 15_000 });
const drone = addOn('drone', 4);
const LINES = [drone, large, travel, small, album];

describe('sectionsOf', () => {
  it('puts each section where its first line is', () => {
    const sections = sectionsOf(LINES).map(({ choice, name, lines }) => [choice, name, lines.map(({ id }) => id)]);
    expect(sections).toEqual([
      ['one_of', 'Coverage', ['small', 'large']],
      ['fixed', '', ['travel']],
      ['optional', '', ['album', 'drone']],
    ]);
  });

  it('keeps groups apart', () => {
    expect(sectionsOf([small, one('matte', 5, 'Paper')]).map(({ name }) => name)).toEqual(['Coverage', 'Paper']);
  });
});

describe('firstChoice', () => {
  it('chooses nothing for the client but the only line of a group', () => {
    expect(firstChoice(LINES, null)).toEqual([]);
    expect(firstChoice([small, album], null)).toEqual(['small']);
  });

  it('keeps what is still offered of an earlier choice', () => {
    expect(firstChoice(LINES, ['large', 'drone', 'gone', 'travel'])).toEqual(['large', 'drone']);
    expect(firstChoice(LINES, ['large', 'small'])).toEqual(['small']);
    expect(firstChoice(LINES, 'nonsense')).toEqual([]);
  });
});

describe('chooseLine', () => {
  it('replaces the other line of a group', () => {
    expect(chooseLine(LINES, ['small', 'album'], large)).toEqual(['album', 'large']);
  });

  it('takes and leaves an add-on', () => {
    expect(chooseLine(LINES, ['small'], drone)).toEqual(['small', 'drone']);
    expect(chooseLine(LINES, ['small', 'drone'], drone)).toEqual(['small']);
  });
});

describe('openGroup', () => {
  it('names the first group without a chosen line', () => {
    expect(openGroup(LINES, ['album'])).toBe('Coverage');
    expect(openGroup([...LINES, one('matte', 5, 'Paper')], ['large'])).toBe('Paper');
    expect(openGroup(LINES, ['large'])).toBeNull();
  });

  it('is empty for add-ons alone of which none is chosen', () => {
    expect(openGroup([album, drone], [])).toBe('');
    expect(openGroup([album, drone], ['drone'])).toBeNull();
    expect(openGroup([travel, drone], [])).toBeNull();
  });
});

describe('priceChoice', () => {
  const offer = { lines: LINES, discountAmount: 0, discountPercent: 10 };

  it('sums fixed and chosen lines, without the discount', () => {
    const { subtotal, discount, total, lines } = priceChoice(offer, ['large', 'album']);
    expect([subtotal, discount, total]).toEqual([45_000, 4_500, 40_500]);
    expect(lines.map(({ id }) => id)).toEqual(['travel', 'large', 'album']);
  });

  it('prices an incomplete choice', () => {
    expect(priceChoice(offer, []).total).toBe(4_500);
  });
});
