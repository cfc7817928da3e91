import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder that holds `supabase/`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = fileURLToPath(new URL('../../node_modules/.bin/supabase', import.meta.url));

/**
 * Applies `supabase/migrations` by the CLI, with the command that serves hosted projects.
 * @throws Error with the CLI's own words when a migration fails; that migration is rolled back.
 */
export async function pushMigrations(url: string): Promise<void> {
  const target = new URL(url);
  // Our server speaks no TLS, and the CLI asks for it unless told.
  target.searchParams.set('sslmode', 'disable');
  const { code, output } = await run(['db', 'push', '--db-url', target.href, '--yes', '--workdir', ROOT]);
  if (code !== 0) throw new Error(`migrations failed (supabase db push, exit ${code}):\n${output.trim()}`);
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(CLI, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', (cause) => reject(new Error('the supabase CLI is not installed (run "npm ci")', { cause })));
    child.once('close', (code) => resolve({ code, output }));
  });
}
