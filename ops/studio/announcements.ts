import { userInfo } from 'node:os';
import type pg from 'pg';
import { announcing, ANNOUNCEMENT_DAYS, ANNOUNCEMENT_KINDS } from '#core/domain/studio/announcements.ts';
import { CommandError, UsageError } from '../lib/command.ts';
import type { NewAct } from './acts.ts';
import { utcTime } from './utc-time.ts';

interface AnnounceOptions {
  kind?: string | undefined;
  en?: string | undefined;
  es?: string | undefined;
  ca?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  as?: string | undefined;
}

/** Reads a moment in UTC: a day, or a day with a time. @throws UsageError */
function readMoment(option: string, text: string): string {
  const at = utcTime(text);
  if (at === null) throw new UsageError(`--${option} is a time in UTC, for example 2027-02-01T02:00Z`);
  return new Date(at).toISOString();
}

/**
 * Returns the act that announces something to all studios or to some.
 * @param studios ids; null for all
 * @throws UsageError naming the options that are missing or wrong
 */
export function announceAct(options: AnnounceOptions, studios: readonly string[] | null, now: number): NewAct {
  const { kind, en, es, ca } = options;
  if (!options.until) throw new UsageError('Say when it ends: --until 2027-02-01T02:00Z');
  const from = options.from ? readMoment('from', options.from) : new Date(now).toISOString();
  const parsed = announcing.safeParse({
    kind,
    texts: { en, es, ca },
    from,
    until: readMoment('until', options.until),
    studios,
  });
  if (parsed.success) {
    const { texts } = parsed.data;
    return {
      kind: 'announce',
      reason: texts.en,
      actor: options.as ?? userInfo().username,
      params: parsed.data,
      visibleAt: null,
    };
  }
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => `--${String(path.at(-1))}`))];
  throw new UsageError(
    `An announcement needs --kind (${ANNOUNCEMENT_KINDS.join(', ')}), a text of one line in each language (--en, --es, --ca), ` +
      `and an end (--until) that is to come, at most ${ANNOUNCEMENT_DAYS} days after it begins. Missing or wrong: ${wrong.join(', ')}.`,
  );
}

/** @throws UsageError without an announcement; CommandError for one that is unknown or retracted */
export async function retractAct(
  db: pg.Client,
  announcement: string | undefined,
  { as, reason }: AnnounceOptions & { reason?: string | undefined },
): Promise<NewAct> {
  if (announcement === undefined) throw new UsageError('Say which announcement: npm run studio -- retract <id>');
  const known = (await readAnnouncements(db)).find(({ id }) => id === announcement);
  if (!known) throw new CommandError(`No announcement has the id "${announcement}": npm run studio -- announcements`);
  if (known.isRetracted) throw new CommandError('It was retracted already.');
  const params = { announcement };
  return {
    kind: 'retract',
    reason: reason?.trim() || 'It is over',
    actor: as ?? userInfo().username,
    params,
    visibleAt: null,
  };
}

interface AnnouncementRow {
  id: string;
  kind: string;
  from: string;
  until: string;
  /** Ids of studios; null for all. */
  studios: string[] | null;
  text: string;
  outcome: string | null;
  isRetracted: boolean;
}

/** Returns the latest announcements. */
export async function readAnnouncements(db: pg.Client): Promise<AnnouncementRow[]> {
  const { rows } = await db.query<AnnouncementRow>(
    `select e.id, e.params ->> 'kind' as kind, e.params ->> 'from' as "from", e.params ->> 'until' as until,
       nullif(e.params -> 'studios', 'null') as studios, e.reason as text, e.outcome,
       exists (select from operators.events r where r.kind = 'retract' and r.outcome = 'done'
         and r.params ->> 'announcement' = e.id) as "isRetracted"
     from operators.events e where e.kind = 'announce' order by e.at desc, e.id limit 50`,
  );
  return rows;
}
