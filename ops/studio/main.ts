import { meanStored, monthOf, usageMonth } from '#core/domain/studio/usage.ts';
import { inTransaction, withDatabase } from '../backup/session.ts';
import { parseOptions } from '../lib/arguments.ts';
import { runCommand, UsageError } from '../lib/command.ts';
import { findDatabase } from '../lib/find-database.ts';
import { formatBytes, formatTable } from './format.ts';
import {
  findStudio,
  listStudios,
  readDetails,
  readUsageDays,
  STUDIO_ORDERS,
  type StudioOrder,
  type StudioRow,
} from './studios.ts';

const HELP = `Shows the studios of an installation: sums and states, nothing of their clients, photos and mails.

  npm run studio -- list [--by stored|downloaded|newest] [--limit <number>]
  npm run studio -- show <studio>
  npm run studio -- usage <studio> [--month <YYYY-MM>]

  <studio>         its id, the last part of its address, or its own domain
  --by <order>     which studios come first: those that store most (the default), whose clients downloaded most in this
                   UTC month, or the newest
  --limit <number> how many; 50 unless told
  --month <month>  a UTC month; this one unless told
  --json           prints JSON
  --stage <name>   whose database, when DATABASE_DIRECT_URL is not set
  --data <folder>  the installation that "npm start" runs on this data folder; .data unless told

It reads in one transaction that cannot write.`;

const OPTIONS = {
  by: { type: 'string', default: 'stored' },
  limit: { type: 'string', default: '50' },
  month: { type: 'string' },
  json: { type: 'boolean', default: false },
  stage: { type: 'string' },
  data: { type: 'string' },
} as const;

type Options = ReturnType<typeof parseOptions<typeof OPTIONS>>;

/** A verb of the command: reads, and returns what is printed. */
interface Answer {
  json: unknown;
  text: string;
}

await runCommand(async () => {
  const [verb = '--help', ...rest] = process.argv.slice(2);
  const name = rest[0]?.startsWith('-') === false ? rest[0] : undefined;
  const options = parseOptions(HELP, OPTIONS, verb.startsWith('-') ? [verb] : rest.slice(name === undefined ? 0 : 1));
  const { database } = await findDatabase(options);
  const answer = await withDatabase(database.client, (db) =>
    inTransaction(db, 'begin read only', () => run(db, verb, name, options)),
  );
  console.log(options.json ? JSON.stringify(answer.json, null, 2) : answer.text);
});

type Db = Parameters<typeof listStudios>[0];

async function run(db: Db, verb: string, name: string | undefined, options: Options): Promise<Answer> {
  const now = Date.now();
  if (verb === 'list') return list(db, options, now);
  if (verb !== 'show' && verb !== 'usage') throw new UsageError(`"${verb}" is none of list, show, usage.\n\n${HELP}`);
  if (name === undefined) throw new UsageError(`Say which studio: npm run studio -- ${verb} <studio>`);
  const studio = await findStudio(db, name, now);
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
    isoDay(one.createdAt),
    String(one.members),
    String(one.galleries),
    String(one.photos),
    formatBytes(one.stored),
    formatBytes(one.downloaded),
  ]);
  const heads = ['id', 'address', 'name', 'state', 'since', 'members', 'galleries', 'photos', 'stored', 'downloaded'];
  return { json, text: formatTable(heads, rows) };
}

async function show(db: Db, studio: StudioRow): Promise<Answer> {
  const details = await readDetails(db, studio.id);
  const lines = [
    ['studio', `${studio.name} (${studio.id}), /p/${studio.slug}`],
    ['state', `${stateOf(studio)}, since ${isoDay(studio.createdAt)}`],
    ['domains', details.domains.map(({ hostname, status }) => `${hostname} (${status})`).join(', ') || 'none'],
    ['has', `${studio.members} members, ${studio.galleries} galleries, ${studio.photos} photos`],
    ['stored', `${formatBytes(studio.stored)}, ${formatBytes(details.trash)} of it in the trash`],
    ['given up', details.givenUp.map(({ kind, count }) => `${kind} ×${count}`).join(', ') || 'no effects'],
    ['mails', `${details.refusals} addresses refuse them`],
  ].map(([key, value]) => `${key!.padEnd(10)}${value}`);
  const months = details.months.map(({ month, byteHours, downloaded }) => [
    month,
    formatBytes(meanStored(byteHours, month)),
    formatBytes(downloaded),
  ]);
  const table = formatTable(['month', 'stored on average', 'downloaded'], months);
  return { json: { ...studio, ...details }, text: [...lines, '', table].join('\n') };
}

async function usage(db: Db, studio: StudioRow, month: string): Promise<Answer> {
  if (!usageMonth.safeParse(month).success) throw new UsageError('--month is a month, for example 2026-11');
  const days = await readUsageDays(db, studio.id, month);
  const rows = days.map(({ day, hours, byteHours, downloaded }) => [
    day,
    String(hours),
    formatBytes(hours > 0 ? byteHours / hours : 0),
    formatBytes(downloaded),
  ]);
  const text = `${studio.name} (${studio.id})\n\n${formatTable(['day', 'hours', 'stored', 'downloaded'], rows)}`;
  return { json: { studio: studio.id, month, days }, text };
}

function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function stateOf({ closedAt }: StudioRow): string {
  return closedAt ? `closed ${isoDay(closedAt)}` : 'open';
}
