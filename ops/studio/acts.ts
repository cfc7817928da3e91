import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { z } from 'zod';
import { takedown } from '#core/domain/studio/content-holds.ts';
import { creditAct, limitAct } from '#core/domain/studio/plan-acts.ts';
import { utcDay } from '#core/domain/studio/usage.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { PLAN_LIMITS } from '#core/domain/studio/plan-limits.ts';
import { NOTICE_DECISIONS } from '#core/domain/studio/notices.ts';
import { CommandError, UsageError } from '../lib/command.ts';
import type { StudioRow } from './studios.ts';
import { utcTime } from './utc-time.ts';

/** Acts on a studio, with what the question before them says. */
export const ACTS = {
  suspend: 'closes the studio’s pages to clients and visitors; its members read and export',
  resume: 'ends its suspension',
  close: 'closes it for good: it is erased after 30 days unless an owner reopens it',
  takedown: 'blocks what you named, for everybody but its members',
  restore: 'shows again what you named',
  credit: 'lowers its next bills by an amount',
  limits: 'makes an exception from a limit of its plan, or ends one',
  enter: 'asks its owners for a visit of the support, which only reads',
} as const;
export type ActVerb = keyof typeof ACTS;

export const isAct = (verb: string): verb is ActVerb => Object.hasOwn(ACTS, verb);

interface ActOptions {
  reason?: string | undefined;
  confirm?: string | undefined;
  as?: string | undefined;
  /** A day (`YYYY-MM-DD`) on which the studio is told. */
  'visible-from'?: string | undefined;
}

interface TargetOptions {
  email?: string | undefined;
  website?: boolean | undefined;
  gallery?: string | undefined;
  photo?: string | undefined;
  ground?: string | undefined;
  rule?: string | undefined;
  source?: string | undefined;
  territory?: string | undefined;
}

const TARGET = ['website', 'gallery', 'photo'] as const;
const REASONS = ['ground', 'rule', 'source', 'territory'] as const;
const TARGETING = ['email', ...TARGET, ...REASONS] as const;

/** Options that name what an act is about. Others than its own are refused: a forgotten verb would suspend the studio. */
const TAKES: Readonly<Partial<Record<ActVerb, readonly (keyof TargetOptions)[]>>> = {
  takedown: [...TARGET, ...REASONS],
  restore: TARGET,
  enter: ['email'],
};

/**
 * Returns the parameters of an act: what it is about, and for a takedown its statement of reasons.
 * @throws UsageError naming the option that is missing or wrong
 */
export function actParams(verb: ActVerb, options: TargetOptions, value?: string): Readonly<Record<string, unknown>> {
  const unused = TARGETING.find((option) => options[option] && !TAKES[verb]?.includes(option));
  if (unused) throw new UsageError(`${verb} takes no --${unused} (--help).`);
  if (verb === 'credit') return { amount: readAmount(value) };
  if (verb === 'limits') return readLimit(value);
  if (verb === 'enter') {
    if (!options.email?.includes('@')) throw new UsageError('Say whose sign-in visits: --email <address>');
    return { email: options.email };
  }
  if (verb !== 'takedown' && verb !== 'restore') return {};
  const { website = false, gallery: galleryId, photo: photoId } = options;
  if (photoId !== undefined && galleryId === undefined)
    throw new UsageError('Say the photo’s gallery too: --gallery <id>');
  if (website && galleryId !== undefined)
    throw new UsageError('Say --website or --gallery: one act is about one of them.');
  const target = photoId ? 'photo' : galleryId ? 'gallery' : website ? 'website' : 'studio';
  const about = { target, ...(galleryId && { galleryId }), ...(photoId && { photoId }) };
  if (verb === 'restore') return about;
  const { ground, rule, source, territory } = options;
  const parsed = takedown.safeParse({ ...about, ground, rule, source, territory });
  if (parsed.success) return parsed.data;
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => `--${String(path[0]).replace(/Id$/, '')}`))];
  throw new UsageError(
    `A takedown needs what it blocks and a statement of reasons. Missing or wrong: ${wrong.join(', ')} (--help).`,
  );
}

/** Reads an amount in the prices' currency: `12.50`. Returns minor units. @throws UsageError */
function readAmount(value = ''): number {
  const amount = /^\d{1,5}(\.\d{2})?$/.test(value) ? Math.round(Number(value) * 100) : 0;
  if (creditAct.safeParse({ amount }).success) return amount;
  throw new UsageError('Say how much, net of VAT: npm run studio -- credit <studio> 12.50');
}

const UNITS: Readonly<Record<string, number>> = { GB: 1e9, TB: 1e12 };

/** Reads `stored=100GB`, `mails=200`, or `mails=default`, which ends an exception. @throws UsageError */
function readLimit(value = ''): z.infer<typeof limitAct> {
  const [, limit, number, unit = ''] = /^(\w+)=(default|\d{1,15})(GB|TB)?$/.exec(value) ?? [];
  const parsed = limitAct.safeParse({
    limit,
    value: number === 'default' ? null : Number(number) * (UNITS[unit] ?? 1),
  });
  // A number without a unit would be bytes.
  const isInUnit = number === 'default' || (unit !== '') === (limit === 'stored');
  if (parsed.success && isInUnit) return parsed.data;
  throw new UsageError(
    `Say which limit: npm run studio -- limits <studio> stored=100GB. Limits are ${PLAN_LIMITS.join(', ')}; stored is in GB or TB, and "default" ends an exception.`,
  );
}

/** An act that an operator asks for. */
export interface NewAct {
  kind: string;
  reason: string;
  actor: string;
  params: Readonly<Record<string, unknown>>;
  visibleAt: Date | null;
}

/**
 * Checks what every act needs, and asks for the studio's address.
 * @throws UsageError without a reason; CommandError if the address is not the studio's
 */
export async function prepareAct(
  kind: string,
  what: string,
  { slug, name }: StudioRow,
  options: ActOptions,
  params: NewAct['params'] = {},
): Promise<NewAct> {
  const reason = options.reason?.trim() ?? '';
  if (reason === '') throw new UsageError(`Say why: --reason "…". The studio reads it.`);
  const visibleAt = readVisibleFrom(options['visible-from'], Date.now());
  const typed = options.confirm ?? (await ask(`${name} (${slug}): ${kind} ${what}.\nType its address to go on: `));
  if (typed.trim() !== slug) throw new CommandError('That is not its address; nothing was done.');
  return { kind, reason, actor: options.as ?? userInfo().username, params, visibleAt };
}

/** Days by which a legal order may postpone what the studio is told; the database refuses more. */
const POSTPONED_DAYS = 180;

/** Reads the day on which a studio is told of an act; null for now. @throws UsageError */
function readVisibleFrom(day: string | undefined, now: number): Date | null {
  if (day === undefined) return null;
  const at = utcTime(day);
  if (at !== null && at > now && at <= now + POSTPONED_DAYS * DAY_MS) return new Date(at);
  throw new UsageError(
    `--visible-from is a day in the next ${POSTPONED_DAYS} days, for example ${utcDay(now + 30 * DAY_MS)}`,
  );
}

/** Asks at the terminal, on the error stream: `--json` prints to the other. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('Without a terminal, say the studio’s address: --confirm <address>');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Requests the act: the product's outbox carries it out. Returns its id. */
export async function requestAct(db: pg.Client, accountId: string | null, act: NewAct): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into operators.events (account_id, actor, kind, reason, params, visible_at)
     values ($1, $2, $3, $4, $5, coalesce($6, now())) returning id`,
    [accountId, act.actor, act.kind, act.reason, act.params, act.visibleAt],
  );
  return rows[0]!.id;
}

/** How often the outcome of an act is looked at, in milliseconds. */
const LOOK_MS = 500;

/** Waits until the product has carried out an act. @returns its outcome; null if it still waits after `seconds` */
export async function awaitOutcome(db: pg.Client, id: string, seconds: number): Promise<string | null> {
  await db.query('set role albumen_operator');
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const { rows } = await db.query<{ outcome: string | null }>('select outcome from operators.events where id = $1', [
      id,
    ]);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome !== null || Date.now() >= deadline) return outcome;
    await delay(LOOK_MS);
  }
}

/** What outcomes mean, other than `done`. */
const OUTCOMES: Readonly<Record<string, string>> = {
  done_unseen: 'done; visitors did not see it before either.',
  unchanged: 'nothing changed, because it was so already.',
  not_found: 'refused (not_found): the studio has no such gallery or photo.',
  too_early: 'refused (too_early): a studio is closed at the earliest 76 days after its suspension.',
  invalid: 'refused (invalid): see --help for what it takes.',
};

/** The outcome `not_found` of acts that name no gallery and no photo. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  enter: 'refused (not_found): no sign-in has this address and a second factor.',
  decide: 'refused (not_found): there is no such notice.',
  retract: 'refused (not_found): there is no such announcement.',
};

/**
 * Returns a sentence about an outcome, and whether it is one that an operator wanted.
 * @param shownBy the verb that shows the outcome later
 */
export function tellOutcome(outcome: string | null, verb: string, shownBy: string): { text: string; isDone: boolean } {
  if (outcome === null)
    return { text: `requested. It waits for the outbox; \`${shownBy}\` says how it ended.`, isDone: true };
  const text = (outcome === 'not_found' && NOT_FOUND[verb]) || (OUTCOMES[outcome] ?? `${outcome}.`);
  return { text, isDone: outcome === 'unchanged' || outcome.startsWith('done') };
}

interface EventRow {
  id: string;
  at: Date;
  actor: string;
  kind: string;
  reason: string;
  params: Record<string, unknown>;
  visibleAt: Date;
  /** Null until it was carried out. */
  outcome: string | null;
}

/** Returns what an act was about, as its options said it; empty for the whole studio. */
export function aboutOf({ params }: Pick<EventRow, 'params'>): string {
  const { galleryId, photoId, target, amount, limit, value, email } = params;
  if (typeof galleryId === 'string') {
    return typeof photoId === 'string' ? `--gallery ${galleryId} --photo ${photoId}` : `--gallery ${galleryId}`;
  }
  if (target === 'website') return '--website';
  if (typeof amount === 'number') return (amount / 100).toFixed(2);
  if (typeof limit === 'string') return `${limit}=${typeof value === 'number' ? value : 'default'}`;
  return typeof email === 'string' ? email : '';
}

/** Returns the acts on a studio, latest first. */
export async function readEvents(db: pg.Client, id: string): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>(
    `select id, at, actor, kind, reason, params, visible_at as "visibleAt", outcome from operators.events
     where account_id = $1 order by at desc, id limit 100`,
    [id],
  );
  return rows;
}

/**
 * Returns the decision on a notice, and whether its sender left an address.
 * @throws UsageError naming what is missing; CommandError for a notice that is unknown or decided
 */
export async function decideAct(
  db: pg.Client,
  noticeId: string | undefined,
  { decision, reason, as }: ActOptions & { decision?: string | undefined },
): Promise<{ act: NewAct; isMailed: boolean }> {
  if (noticeId === undefined) throw new UsageError('Say which notice: npm run studio -- decide <notice>');
  if (!NOTICE_DECISIONS.some((one) => one === decision)) {
    throw new UsageError(`--decision is one of ${NOTICE_DECISIONS.join(', ')}`);
  }
  if (!reason?.trim()) throw new UsageError('Say why: --reason "…". Who sent the notice reads it.');
  const { rows } = await db.query<{ decision: string | null; email: string }>(
    'select decision, email from operators.notices where id = $1',
    [noticeId],
  );
  if (!rows[0]) throw new CommandError(`No notice has the id "${noticeId}": npm run studio -- notices --all`);
  if (rows[0].decision !== null) throw new CommandError(`It is decided already: ${rows[0].decision}.`);
  const actor = as ?? userInfo().username;
  const act = { kind: 'decide', reason: reason.trim(), actor, params: { noticeId, decision }, visibleAt: null };
  return { act, isMailed: rows[0].email !== '' };
}

interface NoticeRow {
  id: string;
  createdAt: Date;
  kind: string;
  explanation: string;
  urls: string[];
  name: string;
  email: string;
  /** Null while it waits. */
  decision: string | null;
}

/** Returns the notices that wait, oldest first; or the latest of all. */
export async function readNotices(db: pg.Client, all: boolean): Promise<NoticeRow[]> {
  const { rows } = await db.query<NoticeRow>(
    `select id, created_at as "createdAt", kind, explanation, urls, name, email, decision from operators.notices
     ${all ? 'order by created_at desc' : 'where decided_at is null order by created_at'} limit 200`,
  );
  return rows;
}
