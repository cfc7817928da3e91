import type { Installation } from '../../backup/installation.ts';
import { UsageError } from '../../lib/command.ts';
import { describePlan } from './describe.ts';
import { restorePart } from './restore-part.ts';
import { parseScope } from './scope.ts';

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
