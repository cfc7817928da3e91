import { installed, ROOT, runChild, type ChildResult, type RunChild } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { directTarget, withoutSecrets, type DatabaseTarget } from '../lib/database-target.ts';
import { IDLE_AUTH_ENVIRONMENT } from './auth-environment.ts';

interface PushOptions {
  /** Only lists the pending files. */
  dryRun?: boolean;
  /** Folder that contains `supabase/`; tests use their own. */
  workdir?: string;
  run?: RunChild;
}

/**
 * Applies `supabase/migrations` with the CLI's command for hosted projects: each file in its own transaction (except
 * for a lone CREATE INDEX CONCURRENTLY).
 * @returns the names of the files that were applied, or would be
 * @throws CommandError naming the failed migration, with the CLI's message; earlier ones stay applied
 */
export async function pushMigrations(database: string | DatabaseTarget, options: PushOptions = {}): Promise<string[]> {
  const target = typeof database === 'string' ? directTarget(database) : database;
  const { dryRun = false, workdir = ROOT, run = runChild } = options;
  const args = ['db', 'push', `--remote=${target.address}`, '--yes', '--workdir', workdir, '--output-format', 'json'];
  const result = await run(installed('supabase'), dryRun ? [...args, '--dry-run'] : args, {
    env: { ...IDLE_AUTH_ENVIRONMENT, ...target.env },
  });
  if (result.code !== 0) throw new CommandError(withoutSecrets(failure(result), target));
  return appliedIn(result.stdout);
}

function failure({ code, stdout, output }: ChildResult): string {
  const at = [...output.matchAll(/^Applying migration (\S+?)\.\.\.$/gm)].at(-1)?.[1];
  const words = errorIn(stdout) ?? output;
  return `migrations failed (supabase db push, exit ${code})${at ? ` in ${at}` : ''}:\n${withoutRows(words).trim()}`;
}

/** Removes the database's detail, which quotes values of rows ("Key (email)=(…)"), from the log. */
function withoutRows(text: string): string {
  return text.replace(/^.*\b(?:DETAIL:|Key \(|Failing row contains).*$/gim, '(detail left out: it quotes a row)');
}

function errorIn(stdout: string): string | undefined {
  const result = parseLast(stdout) as { error?: { message?: unknown } } | undefined;
  return typeof result?.error?.message === 'string' ? result.error.message : undefined;
}

function appliedIn(stdout: string): string[] {
  const result = parseLast(stdout) as { migrations?: unknown } | undefined;
  if (!Array.isArray(result?.migrations)) throw new CommandError('supabase db push answered something unknown');
  return result.migrations.map(String);
}

function parseLast(stdout: string): unknown {
  try {
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}
