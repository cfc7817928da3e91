import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute, isoDate } from '#core/domain/values/time.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

/** Whether `1/2/2026` is the first of February or the second of January. */
export type DayOrder = 'dmy' | 'mdy';

/** A date as `2026-11-24`, and the minutes since midnight, null if the cell has no time. */
interface ReadDate {
  date: string;
  minute: number | null;
}

const NUMBERS = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{4})\b/;
const ISO = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?=\D|$)/;
/** `24 November 2026`, `24 de noviembre de 2026`. */
const DAY_FIRST = /^(?:\p{L}+\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[ -](?:de |d’|d')?(\p{L}+)\.?,?[ -](?:de |del )?(\d{4})/u;
const MONTH_FIRST = /^(?:\p{L}+\.?,? )?(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/u;
const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}(?:\.\d+)?))? ?(?:([ap])\.? ?m\.?)?(?: ?h)?$/;
/** Offset of an ISO time. */
const OFFSET = /(z|[+-]\d{2}:?\d{2})$/;

/** Names and abbreviations of the months in our languages. */
const MONTHS = new Map(
  ['en', 'es', 'ca'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) =>
      Array.from({ length: 12 }, (_, month) => {
        const parts = new Intl.DateTimeFormat(language, {
          day: 'numeric',
          month: style,
          timeZone: 'UTC',
        }).formatToParts(Date.UTC(2026, month, 1));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        return [normalizeForSearch(name).replaceAll(/^(de |d’|d')|\.$/g, ''), month + 1] as const;
      }),
    ),
  ),
);

/** Returns the order of day and month that the cells prove, else the given one. */
export function dayOrderOf(cells: readonly string[], otherwise: DayOrder): DayOrder {
  for (const cell of cells) {
    const [, first = '', second = ''] = NUMBERS.exec(cell.trim()) ?? [];
    if (Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return otherwise;
}

/** Reads a date with or without a time; undefined if it is none. */
export function readDate(cell: string, order: DayOrder): ReadDate | undefined {
  const text = normalizeForSearch(cell).replaceAll(/\s+/gu, ' ').trim();
  const day = readDay(text, order);
  if (!day || !isoDate.safeParse(day.date).success) return undefined;
  const rest = text
    .slice(day.length)
    .replace(/^(?:t|,? ?(?:at|a las|a les|,)?) ?/, '')
    .trim();
  if (!rest) return { date: day.date, minute: null };
  const minute = readTime(rest.replace(OFFSET, ''));
  return minute === undefined ? undefined : { date: day.date, minute };
}

function readDay(text: string, order: DayOrder): { date: string; length: number } | undefined {
  const dateOf = (year: string, month: number | undefined, day: string, length: number) =>
    month ? { date: `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`, length } : undefined;
  const iso = ISO.exec(text);
  if (iso) return dateOf(iso[1]!, Number(iso[2]), iso[3]!, iso[0].length);
  const numbers = NUMBERS.exec(text);
  if (numbers) {
    const [day, month] = order === 'dmy' ? [numbers[1]!, numbers[2]!] : [numbers[2]!, numbers[1]!];
    return dateOf(numbers[3]!, Number(month), day, numbers[0].length);
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return dateOf(dayFirst[3]!, MONTHS.get(dayFirst[2]!), dayFirst[1]!, dayFirst[0].length);
  const monthFirst = MONTH_FIRST.exec(text);
  return monthFirst === null
    ? undefined
    : dateOf(monthFirst[3]!, MONTHS.get(monthFirst[1]!), monthFirst[2]!, monthFirst[0].length);
}

/** Reads a time of day as minutes since midnight: `10:30`, `10:30:15`, `4 pm`, `16h`. */
export function readTime(cell: string): number | undefined {
  const [, hours, minutes = '0', seconds = '0', half] = TIME.exec(normalizeForSearch(cell).trim()) ?? [];
  if (hours === undefined) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  const isValid = hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 && !(half && Number(hours) > 12);
  return isValid ? hour * 60 + Number(minutes) + Number(seconds) / 60 : undefined;
}

/** Returns the instant of a cell with an offset, such as `2026-11-24T10:00:00Z`; undefined for any other. */
export function readInstant(cell: string): number | undefined {
  const text = cell.trim();
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) || !OFFSET.test(text.toLowerCase())) return undefined;
  const at = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(at) ? undefined : at;
}

/** Returns the instant of a local date and time. */
export const instantOf = ({ date, minute }: ReadDate, zone: string): number => instantAtMinute(date, minute ?? 0, zone);

/** Reads a duration in minutes: `90`, `1:30`, `1.5 h`, `1 h 30 min`. */
export function readDuration(cell: string): number | undefined {
  const text = normalizeForSearch(cell).trim();
  if (/^\d+$/.test(text)) return Number(text);
  const clock = /^(\d+):(\d{2})(?::\d{2})?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const [, hours, minutes] = /^(?:(\d+(?:[.,]\d+)?) ?h\p{L}*\.?)?,? ?(?:(\d+) ?(?:m\p{L}*\.?)?)?$/u.exec(text) ?? [];
  if (!hours && !minutes) return undefined;
  return Math.round((Number(hours?.replace(',', '.') ?? 0) * HOUR_MS) / MINUTE_MS) + Number(minutes ?? 0);
}
