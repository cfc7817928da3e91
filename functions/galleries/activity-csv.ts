import type { DownloadSize } from '#core/domain/archives.ts';
import { BYTE_ORDER_MARK, csvRow } from '#core/domain/csv.ts';
import type { GalleryEventKind } from '#core/domain/galleries.ts';
import type { Language } from '#core/domain/languages.ts';
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

/** Rows of one file, and letters: a Lambda function answers with 6 MB at the most, and a letter has up to 3 bytes. */
export const MAX_ROWS = 50_000;
const MAX_CHARACTERS = 1_900_000;

/**
 * What happened in a gallery as a table, the latest first, in the studio's language and its own time. Where it ends
 * before the rows do, its last line says so.
 */
export function activityCsv(
  rows: readonly ActivityRow[],
  { language, timeZone }: { language: Language; timeZone: string },
) {
  const text = (key: string, values = {}) => formatText(TEXTS[language], language, `activity.${key}`, values);
  const stamp = stamper(timeZone);
  const columns = ['time', 'what', 'who', 'photo', 'size', 'count'];
  const lines = [BYTE_ORDER_MARK + csvRow(columns.map((column) => text(`columns.${column}`)))];
  let characters = 0;
  for (const { at, kind, label, email, filename, size, photoCount } of rows) {
    if (characters > MAX_CHARACTERS || lines.length > MAX_ROWS) break;
    const who = label && email ? `${label} <${email}>` : (email ?? '');
    const line = csvRow([
      stamp(at),
      text(`kinds.${kind}`),
      who,
      filename ?? '',
      size ? text(`sizes.${size}`) : '',
      photoCount ?? '',
    ]);
    characters += line.length;
    lines.push(line);
  }
  const shown = lines.length - 1;
  if (shown < rows.length) lines.push(csvRow(['', text('more', { rows: shown }), '', '', '', '']));
  return lines.join('');
}

export function activityFilename(gallery: string, language: Language): string {
  return `${formatText(TEXTS[language], language, 'activity.file', { gallery })}.csv`;
}

/** `2026-11-21T10:30:00+01:00`. One formatter for all: making one costs more than a thousand uses. */
function stamper(timeZone: string): (epochMs: number) => string {
  const format = formatIn(timeZone);
  return (epochMs) => {
    const parts = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second, timeZoneName } = parts;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${timeZoneName?.slice('GMT'.length) || '+00:00'}`;
  };
}

const DIGITS = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** A zone that another runtime knew, and this one does not, must not stand between a studio and its activity. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', ...DIGITS, hourCycle: 'h23', timeZoneName: 'longOffset' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
}
