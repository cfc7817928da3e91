import { describe, expect, it } from 'vitest';
import { findCommands } from './command-search.ts';

const item = (label: string, detail?: string) => ({ label, ...(detail && { detail }) });
const labels = (items: { label: string }[], text: string) =>
  findCommands([{ label: 'All', items }], text).flatMap((group) => group.items.map(({ label }) => label));

describe('findCommands', () => {
  it('matches each word regardless of case and accents', () => {
    const items = [item('Wedding', 'Marta Puig'), item('Portrait', 'Núria Serra')];
    expect(labels(items, 'puig wed')).toEqual(['Wedding']);
    expect(labels(items, 'NURIA')).toEqual(['Portrait']);
    expect(labels(items, 'núria wedding')).toEqual([]);
  });

  it('ranks names that start with the text first', () => {
    expect(labels([item('Marta Anna'), item('Anna'), item('Joan', 'Anna')], 'ann')).toEqual([
      'Anna',
      'Marta Anna',
      'Joan',
    ]);
  });

  it('limits each group and drops empty groups', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => item(`Client ${n}`));
    expect(labels(many, '')).toHaveLength(8);
    expect(labels(many, 'client 99')).toHaveLength(8);
    expect(findCommands([{ label: 'None', items: [item('x')] }], 'y')).toEqual([]);
  });

  it('finds a phone number in any grouping', () => {
    const items = [{ ...item('Marta Puig'), keywords: '+34 612 345 678 34612345678' }, item('Anna')];
    expect(labels(items, '612 34 56')).toEqual(['Marta Puig']);
    expect(labels(items, '+34-612-345')).toEqual(['Marta Puig']);
    expect(labels(items, '613 34')).toEqual([]);
  });

  it('shows groups before or after typing', () => {
    const groups = [
      { label: 'Recent', shown: 'before' as const, items: [item('Anna')] },
      { label: 'Clients', shown: 'after' as const, items: [item('Anna')] },
    ];
    expect(findCommands(groups, ' ').map(({ label }) => label)).toEqual(['Recent']);
    expect(findCommands(groups, 'a').map(({ label }) => label)).toEqual(['Clients']);
  });
});
