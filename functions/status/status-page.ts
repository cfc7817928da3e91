import type { Announcement } from '#core/domain/studio/announcements.ts';
import { escapeHtml, localeTag } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/status.json' with { type: 'json' };
import en from '#locales/en/status.json' with { type: 'json' };
import es from '#locales/es/status.json' with { type: 'json' };
import { isConnectionLost, type Queryable } from '../platform/db/database.ts';
import type { HtmlPage } from '../platform/http/handler.ts';
import { HOUSE_STYLE, plainPage } from '../platform/http/refusal-page.ts';
import { formatText } from '../platform/texts.ts';
import { readPublicAnnouncements } from './announcements.ts';
import { MEASURED, type Measurement, readMeasurements } from './measurements.ts';

const TEXTS = { en, es, ca } as const;

/** What the status page says. */
interface Facts {
  measurements: Awaited<ReturnType<typeof readMeasurements>>;
  announcements: Announcement[];
}

/** Returns what is measured and announced; null if the database does not answer, which is a state of its own. */
export async function readStatus(db: Queryable, now: number): Promise<Facts | null> {
  try {
    const measurements = await readMeasurements(db, now);
    return { measurements, announcements: await readPublicAnnouncements(db, now) };
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return null;
  }
}

/** Returns the page that tells how the product works now. It needs no script, and is green only where something measured. */
export function statusPage(
  facts: Facts | null,
  { language, now, fonts = '' }: { language: Language; now: number; fonts?: string },
): HtmlPage {
  const plain = (key: string, values: Readonly<Record<string, string>> = {}) =>
    formatText(TEXTS[language], language, key, values);
  const text = (key: string, values?: Readonly<Record<string, string>>) => escapeHtml(plain(key, values));
  const format = new Intl.DateTimeFormat(localeTag(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const time = (at: number) => `<time datetime="${new Date(at).toISOString()}">${format.format(at)} UTC</time>`;

  const state = (measurement: Measurement | undefined): string => {
    if (!measurement) return text('unmeasured');
    if (measurement.badSince === null) return `${text('works')} · ${time(measurement.at)}`;
    return `<strong>${text('bad')} ${time(measurement.badSince)}</strong>`;
  };
  const told = (one: Announcement) => {
    const isNow = one.from <= now && now < one.until;
    const heading = `${text(`kinds.${one.kind}`)}${isNow ? ` · ${text('now')}` : ''}`;
    return `<article><h3>${heading}</h3><p>${escapeHtml(one.texts[language])}</p><p class="soft">${time(one.from)} – ${time(one.until)}</p></article>`;
  };
  const more = facts
    ? `<dl>${MEASURED.map((what) => `<dt>${text(`parts.${what}`)}</dt><dd>${state(facts.measurements[what])}</dd>`).join('')}<dt>${text('parts.pages')}</dt><dd>${text('pagesUnmeasured')}</dd></dl>
<h2>${text('announcements')}</h2>${facts.announcements.map(told).join('') || `<p>${text('none')}</p>`}`
    : '';
  return plainPage({
    error: null,
    language,
    title: plain('title'),
    reason: plain(summary(facts, now)),
    more,
    look: { style: HOUSE_STYLE, header: '<a href="/">Albumen</a>', fonts },
  });
}

/** Returns the key of the sentence that says most of the present. */
function summary(facts: Facts | null, now: number): string {
  if (!facts) return 'unreachable';
  const { measurements, announcements } = facts;
  if (announcements.some(({ kind, from, until }) => kind === 'incident' && from <= now && now < until))
    return 'incident';
  const found = MEASURED.map((what) => measurements[what]);
  if (found.some((one) => one && one.badSince !== null)) return 'someBad';
  return found.every((one) => one !== undefined) ? 'allWork' : 'someUnmeasured';
}
