import { instantAt } from '#web/lib/wall-clock.ts';
import type { ScheduleItem } from '#web/components/ui/schedule/types.ts';

export const ZONE = 'Europe/Madrid';
/** The page's clock stands still, so that its pictures are alike: Tuesday, 24 November 2026, 11:20. */
export const NOW = instantAt('2026-11-24', 11 * 60 + 20, ZONE);

const TERRACOTTA = '#84452a';
const PINE = '#35643e';
const OCEAN = '#2a5a84';

type Row = [date: string, hour: number, hours: number, title: string, subtitle: string, colour: string];

const rows: Row[] = [
  ['2026-11-23', 9, 1, 'Ana Serra', 'Retrat', TERRACOTTA],
  ['2026-11-23', 16, 2, 'Jon Etxeberria', 'Familia', PINE],
  ['2026-11-24', 10, 1, 'Núria Puig', 'Retrat', TERRACOTTA],
  ['2026-11-24', 10.5, 1.5, 'Marta Puig', 'Newborn', OCEAN],
  ['2026-11-24', 11.75, 0.25, 'Pau Riba', 'DNI', TERRACOTTA],
  ['2026-11-24', 15, 1, 'Ona Vidal', 'Retrat', TERRACOTTA],
  ['2026-11-24', 17, 1, 'Lluís Mas', 'Familia', PINE],
  ['2026-11-25', 12, 1.5, 'Laia Font', 'Newborn', OCEAN],
  ['2026-11-26', 10, 3, 'Estudi Nord', 'Producte', PINE],
  ['2026-11-28', 18, 8, 'Irene & Marc', 'Casament', TERRACOTTA],
];

const tones: Record<string, Pick<ScheduleItem, 'tone'> & { state?: 'inquiry' | 'cancelled' }> = {
  'Marta Puig': { tone: 'outlined', state: 'inquiry' },
  'Ona Vidal': { tone: 'struck', state: 'cancelled' },
};

/** A studio's week; words for states come in the language of the page. */
export function sampleItems(words: { inquiry: string; cancelled: string }): ScheduleItem[] {
  return rows.map(([date, hour, hours, title, subtitle, colour]) => {
    const { tone = 'solid', state } = tones[title] ?? {};
    return {
      id: title,
      title,
      subtitle,
      colour,
      tone,
      start: instantAt(date, hour * 60, ZONE),
      end: instantAt(date, (hour + hours) * 60, ZONE),
      ...(state && { state: words[state] }),
      ...(state === 'cancelled' && { fixed: true }),
    };
  });
}

export const hints = [
  { start: instantAt('2026-11-25', 9 * 60, ZONE), end: instantAt('2026-11-25', 12 * 60, ZONE) },
  { start: instantAt('2026-11-26', 15 * 60, ZONE), end: instantAt('2026-11-26', 19 * 60, ZONE) },
];

export const blockedDays = ['2026-11-27', '2026-12-08'];
