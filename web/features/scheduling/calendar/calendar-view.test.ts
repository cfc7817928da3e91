import { describe, expect, it } from 'vitest';
import { readView, writeView } from './calendar-view.ts';

const of = (query: string) => readView(new URLSearchParams(query));

describe('calendar URL', () => {
  it('contains every option and reads it back', () => {
    const query = 'view=month&date=2026-11-24&type=abc&photographer=nora&cancelled=1&free=1';
    expect(of(query)).toEqual({
      view: 'month',
      date: '2026-11-24',
      typeId: 'abc',
      photographerId: 'nora',
      withCancelled: true,
      withFree: true,
    });
    expect(writeView(of(query)).toString()).toBe(query);
  });

  it.each(['', 'view=year', 'date=2026-02-30', 'date=tomorrow', 'cancelled=yes&free='])(
    'reads %j as the default view',
    (query) => {
      expect(writeView(of(query)).toString()).toBe('');
    },
  );
});
