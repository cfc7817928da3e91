import { monthOf } from '#core/domain/studio/usage.ts';
import { inTransaction, withDatabase } from '../backup/session.ts';
import { parseOptions } from '../lib/arguments.ts';
import { CommandError, HelpWanted, runCommand, UsageError } from '../lib/command.ts';
import { findDatabase } from '../lib/find-database.ts';
import {
  aboutOf,
  ACTS,
  type ActVerb,
  actParams,
  awaitOutcome,
  decideAct,
  isAct,
  type NewAct,
  prepareAct,
  readEvents,
  readNotices,
  requestAct,
  tellOutcome,
} from './acts.ts';
import { announceAct, readAnnouncements, retractAct } from './announcements.ts';
import { formatBytes, formatTable } from './format.ts';
import { HELP } from './help.ts';
import { type Answer, isoDay, show, stateOf, usage } from './show.ts';
import { findStudio, listStudios, STUDIO_ORDERS, type StudioOrder, type StudioRow } from './studios.ts';

const OPTIONS = {
  by: { type: 'string', default: 'stored' },
  limit: { type: 'string', default: '50' },
  month: { type: 'string' },
  json: { type: 'boolean', default: false },
  reason: { type: 'string' },
  confirm: { type: 'string' },
  as: { type: 'string' },
  'visible-from': { type: 'string' },
  website: { type: 'boolean', default: false },
  gallery: { type: 'string' },
  photo: { type: 'string' },
  ground: { type: 'string' },
  rule: { type: 'string' },
  source: { type: 'string' },
  email: { type: 'string' },
  kind: { type: 'string' },
  en: { type: 'string' },
  es: { type: 'string' },
  ca: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  studios: { type: 'string' },
  decision: { type: 'string' },
  all: { type: 'boolean', default: false },
  territory: { type: 'string' },
  wait: { type: 'string', default: '20' },
  stage: { type: 'string' },
  data: { type: 'string' },
} as const;

type Options = ReturnType<typeof parseOptions<typeof OPTIONS>>;

/** Verbs with a value after the studio. */
const VALUED: ReadonlySet<string> = new Set(['credit', 'limits']);

/** Verbs that request an act on no single studio, each with the one that shows how it ended. */
const SHOWN_BY: ReadonlyMap<string, string> = new Map([
  ['decide', 'notices --all'],
  ['announce', 'announcements'],
  ['retract', 'announcements'],
]);

const MORE = 'All verbs and options: npm run studio -- --help';

await runCommand(async () => {
  const argv = process.argv.slice(2);
  // A negative amount is a value, which is refused as one.
  const first = argv.findIndex((one) => /^-(?!\d)/.test(one));
  const [verb, name, value, ...others] = first < 0 ? argv : argv.slice(0, first);
  const options = readOptions(first < 0 ? [] : argv.slice(first));
  if (verb === undefined) throw new HelpWanted(HELP);
  if (others.length > 0) throw new UsageError(`What is "${others[0]}"? ${MORE}`);
  if (options.stage !== undefined && options.data !== undefined)
    throw new UsageError('Say --stage or --data: each is another database.');
  const wait = Number(options.wait);
  if (!(wait >= 0 && wait <= 600)) throw new UsageError('--wait is a number of seconds, 0 to 600');
  const { database } = await findDatabase(options);
  const answer = await withDatabase(database.client, (db) =>
    inTransaction(db, isAct(verb) || SHOWN_BY.has(verb) ? 'begin' : 'begin read only', async () => {
      await db.query('set local role albumen_operator');
      return run(db, verb, { name, value }, options);
    }),
  );
  if (answer.act === undefined) return print(answer, options);
  const outcome = await withDatabase(database.client, (db) => awaitOutcome(db, answer.act!, wait));
  const { text, isDone } = tellOutcome(outcome, verb, SHOWN_BY.get(verb) ?? 'log');
  const json = { ...answer.json, outcome };
  if (!isDone && !options.json) throw new CommandError(`${answer.text} ${text}`);
  print({ json, text: `${answer.text} ${text}` }, options);
});

function print({ json, text }: Answer, options: Options): void {
  console.log(options.json ? JSON.stringify(json, null, 2) : text);
}

/** Reads options; a wrong one is told without the whole help, which would hide it. @throws UsageError */
function readOptions(argv: readonly string[]): Options {
  if (argv.includes('--help') || argv.includes('-h')) throw new HelpWanted(HELP);
  return parseOptions(MORE, OPTIONS, argv);
}

type Db = Parameters<typeof listStudios>[0];

interface Named {
  name: string | undefined;
  /** What `credit` and `limits` set. */
  value: string | undefined;
}

async function run(db: Db, verb: string, { name, value }: Named, options: Options): Promise<Answer> {
  const now = Date.now();
  if (verb === 'list') return list(db, options, now);
  if (verb === 'notices') return notices(db, options);
  if (verb === 'decide') return decide(db, name, options);
  if (verb === 'announcements') return announcements(db);
  if (verb === 'announce') return announce(db, options, now);
  if (verb === 'retract') return requested(db, await retractAct(db, name, options), `retract ${name}:`);
  if (!['show', 'usage', 'log'].includes(verb) && !isAct(verb)) {
    throw new UsageError(
      `"${verb}" is none of list, show, usage, log, notices, decide, announcements, announce, retract, ${Object.keys(ACTS).join(', ')}. ${MORE}`,
    );
  }
  if (value !== undefined && !VALUED.has(verb)) throw new UsageError(`What is "${value}"? ${MORE}`);
  if (name === undefined) throw new UsageError(`Say which studio: npm run studio -- ${verb} <studio>`);
  const studio = await findStudio(db, name, now);
  if (isAct(verb)) return act(db, verb, studio, { options, value });
  if (verb === 'log') return log(db, studio);
  return verb === 'show' ? show(db, studio) : usage(db, studio, options.month ?? monthOf(now));
}

async function list(db: Db, { by, limit }: Options, now: number): Promise<Answer> {
  if (!Object.hasOwn(STUDIO_ORDERS, by))
    throw new UsageError(`--by is one of ${Object.keys(STUDIO_ORDERS).join(', ')}`);
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1) throw new UsageError('--limit is a number from 1');
  const json = await listStudios(db, { order: by as StudioOrder, limit: count, now });
  const rows = json.map((one) => [
    one.id,
    one.slug,
    one.name,
    stateOf(one),
    one.planState ?? 'none',
    isoDay(one.createdAt),
    String(one.members),
    String(one.galleries),
    String(one.photos),
    formatBytes(one.stored),
    formatBytes(one.downloaded),
  ]);
  const heads = [
    'id',
    'address',
    'name',
    'state',
    'plan',
    'since',
    'members',
    'galleries',
    'photos',
    'stored',
    'downloaded',
  ];
  return { json, text: formatTable(heads, rows) };
}

async function act(
  db: Db,
  verb: ActVerb,
  studio: StudioRow,
  { options, value }: { options: Options; value: string | undefined },
): Promise<Answer> {
  const id = await requestAct(
    db,
    studio.id,
    await prepareAct(verb, ACTS[verb], studio, options, actParams(verb, options, value)),
  );
  return { json: { id, studio: studio.id, act: verb }, text: `${verb} ${studio.slug}:`, act: id };
}

async function notices(db: Db, { all }: Options): Promise<Answer> {
  const json = await readNotices(db, all);
  const rows = json.map(({ id, createdAt, kind, urls, name, email, decision, explanation }) => [
    id,
    isoDay(createdAt),
    kind,
    decision ?? 'waits',
    [name, email].filter(Boolean).join(', ') || 'unnamed',
    urls.join(' '),
    explanation,
  ]);
  return {
    json,
    text: formatTable(['notice', 'of', 'kind', 'decision', 'from', 'addresses', 'explanation'], rows, 'No notices.'),
  };
}

async function decide(db: Db, notice: string | undefined, options: Options): Promise<Answer> {
  const { act: decided, isMailed } = await decideAct(db, notice, options);
  const reader = isMailed ? 'which is mailed to who sent it' : 'whose sender left no address';
  return requested(db, decided, `The decision on ${notice}, ${reader}:`);
}

async function announcements(db: Db): Promise<Answer> {
  const json = await readAnnouncements(db);
  const rows = json.map(({ id, kind, from, until, studios, text, outcome, isRetracted }) => [
    id,
    kind,
    from,
    isRetracted ? 'retracted' : until,
    studios?.join(' ') ?? 'all',
    outcome ?? 'waits',
    text,
  ]);
  return {
    json,
    text: formatTable(['announcement', 'kind', 'from', 'until', 'studios', 'ended', 'text'], rows, 'None.'),
  };
}

async function announce(db: Db, options: Options, now: number): Promise<Answer> {
  const studios: string[] = [];
  for (const name of options.studios?.split(',') ?? []) studios.push((await findStudio(db, name.trim(), now)).id);
  return requested(
    db,
    announceAct(options, options.studios === undefined ? null : studios, now),
    'To end it before its time, see: npm run studio -- announcements. It is announced:',
  );
}

async function requested(db: Db, act: NewAct, text: string): Promise<Answer> {
  const id = await requestAct(db, null, act);
  return { json: { id, act: act.kind }, text, act: id };
}

async function log(db: Db, studio: StudioRow): Promise<Answer> {
  const events = await readEvents(db, studio.id);
  const rows = events.map((event) => [
    event.at.toISOString().slice(0, 16).replace('T', ' '),
    event.actor,
    event.kind,
    event.outcome ?? 'waits',
    aboutOf(event),
    event.reason,
  ]);
  return {
    json: { studio: studio.id, events },
    text: formatTable(['at (UTC)', 'who', 'act', 'ended', 'about', 'reason'], rows, 'No acts.'),
  };
}
