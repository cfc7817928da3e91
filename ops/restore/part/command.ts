import type { Installation } from '../../backup/installation.ts';
import { UsageError } from '../../lib/command.ts';
import { type PartPlan, restorePart } from './restore-part.ts';
import { parseScope, type Scope } from './scope.ts';

/** Maximum number of listed keys and rows. */
const NAMED = 20;

/** Lines that say what will be brought, what stays, and what cannot be brought. */
export function describePlan({ studio, gallery }: Scope, plan: PartPlan): string[] {
  const { rows, objects, gaps } = plan;
  const versions = objects.bringable.filter(({ from }) => from === 'version').length;
  const copies = objects.bringable.length - versions;
  return [
    `${gallery ? `gallery ${gallery}` : `studio ${studio}`}, "${plan.name}"`,
    ...(plan.trashedAt ? [`  in the trash since ${plan.trashedAt.toISOString()}: comes out of it`] : []),
    ...describeRows(plan),
    `files: ${objects.there} are there, ${versions} come from former versions in S3, ${copies} from the backup`,
    ...named(
      'cannot be brought, neither a version nor a backup has them',
      objects.lost.map(({ bucket, key }) => `${bucket}/${key}`),
    ),
    ...counted('photos without their original, which become failed', gaps.failed),
    ...counted('photos whose sizes are made again within the hour', gaps.processing),
    ...counted('watermarks without their image', gaps.marks),
    ...counted('pictures of the website that are made again', gaps.pictures),
    ...(rows && plan.owners === 0
      ? ['  no owner has a sign-in any more: see "Bringing back" in docs/operations.md']
      : []),
  ];
}

function describeRows({ snapshotAt, rows, withheld }: PartPlan): string[] {
  if (!rows) return ['rows: those of the database; no backup was named'];
  return [
    `rows from the backup of ${snapshotAt}: ${list(rows.brought) || 'none is missing'}`,
    ...counted('references to them are set again', rows.linked),
    ...tables('set back to the backup’s content', rows.overwritten),
    ...tables('stay as they are, with other content than in the backup (--overwrite sets them back)', rows.kept),
    ...tables('left out, since what they belong to is gone', rows.leftOut),
    ...tables('left empty, since what they name is gone', rows.emptied),
    ...tables('left out, since the backup lacks what this release requires; they must be made again', rows.unfit),
    ...named('columns that the backup does not have yet take their default', rows.defaulted),
    ...named('left out, since another row has their number or address: change that one and run this again', rows.taken),
    ...counted('links, members and other accesses, taken away since, stay away', withheld),
  ];
}

const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([name, count]) => `${count} ${name}`).join(', ');

function tables(what: string, counts: ReadonlyMap<string, number>): string[] {
  return counts.size > 0 ? [`  ${what}: ${list(counts)}`] : [];
}

function counted(what: string, count: number): string[] {
  return count > 0 ? [`  ${what}: ${count}`] : [];
}

function named(what: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rest = items.length > NAMED ? [`    and ${items.length - NAMED} more`] : [];
  return [`  ${what}: ${items.length}`, ...items.slice(0, NAMED).map((item) => `    ${item}`), ...rest];
}

interface PartArguments {
  studio: string;
  gallery?: string | undefined;
  from?: string | undefined;
  run?: string | undefined;
  at?: string | undefined;
  overwrite?: boolean | undefined;
  yes?: boolean | undefined;
}

/** Says what it would bring back, and does it with `--yes`. */
export async function runPart(options: PartArguments, find: () => Promise<Installation>): Promise<void> {
  const scope = parseScope(options.studio, options.gallery);
  const { from: folder, run, yes = false, overwrite = false } = options;
  if (!folder && (run || overwrite)) throw new UsageError('--run and --overwrite need a backup: --from <folder>');
  const at = options.at === undefined ? null : parseTime(options.at);
  const { name, database, buckets } = await find();
  console.log(`in ${name}`);
  const done = await restorePart({
    scope,
    backup: folder ? { folder, run } : null,
    at,
    overwrite,
    database: database.client,
    buckets,
    confirm: (plan) => {
      console.log(describePlan(scope, plan).join('\n'));
      return yes;
    },
  });
  console.log(
    done ? 'done: the rows are in the database, and every file above' : 'nothing is changed; --yes does this',
  );
}

function parseTime(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError('--at is a time such as 2026-11-25T18:00:00Z');
  return at;
}
