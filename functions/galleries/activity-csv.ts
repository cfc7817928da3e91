import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import { BYTE_ORDER_MARK, csvFormat, csvRow } from '#core/domain/values/csv.ts';
import type { GalleryEventKind } from '#core/domain/galleries/galleries.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { knownZone } from '#core/domain/values/known-zone.ts';
import ca from '#locales/ca/export.json' with { type: 'json' };
import en from '#locales/en/export.json' with { type: 'json' };
import es from '#locales/es/export.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

export interface ActivityRow {
  at: number;
  kind: GalleryEventKind;
  label: string | null;
  email: string | null;
  filename: string | null;
  size: DownloadSize | null;
  photoCount: number | null;
}

/** Maximum rows and characters of a file: a Lambda response has at most 6 MB, and a character up to 3 bytes. */
export const MAX_ROWS = 50_000;
const MAX_CHARACTERS = 1_900_000;

/**
 * Returns the gallery's events as CSV, latest first, in the studio's language and time zone. A last line tells if rows
 * were cut off.
 */
export function activityCsv(
  rows: readonly ActivityRow[],
  { language, timeZone }: { language: Language; timeZone: string },
) {
  const text = (key: string, values = {}) => formatText(TEXTS[language], language, `activity.${key}`, values);
  const stamp = stamper(timeZone);
  const format = csvFormat(language);
  const columns = ['time', 'what', 'who', 'photo', 'size', 'count'];
  const lines = [
    BYTE_ORDER_MARK +
      csvRow(
        columns.map((column) => text(`columns.${column}`)),
        format,
      ),
  ];
  let characters = 0;
  for (const { at, kind, label, email, filename, size, photoCount } of rows) {
    if (characters > MAX_CHARACTERS || lines.length > MAX_ROWS) break;
    const who = label && email ? `${label} <${email}>` : (email ?? '');
    const line = csvRow(
      [stamp(at), text(`kinds.${kind}`), who, filename ?? '', size ? text(`sizes.${size}`) : '', photoCount ?? ''],
      format,
    );
    characters += line.length;
    lines.push(line);
  }
  const rowCount = lines.length - 1;
  if (rowCount < rows.length) lines.push(csvRow(['', text('more', { rows: rowCount }), '', '', '', ''], format));
  return lines.join('');
}

export function activityFilename(gallery: string, language: Language): string {
  return `${formatText(TEXTS[language], language, 'activity.file', { gallery })}.csv`;
}

/**
 * Returns a formatter such as `2026-11-21T10:30:00+01:00`. It is created once, because creation costs more than a
 * thousand uses.
 */
function stamper(timeZone: string): (epochMs: number) => string {
  const options = { year: 'numeric', ...DIGITS, hourCycle: 'h23', timeZoneName: 'longOffset' } as const;
  const format = new Intl.DateTimeFormat('en', { ...options, timeZone: knownZone(timeZone) });
  return (epochMs) => {
    const parts = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second, timeZoneName } = parts;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${timeZoneName?.slice('GMT'.length) || '+00:00'}`;
  };
}

const DIGITS = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
