import { operatorSettings } from '../../stacks/settings.ts';
import { installed, ROOT, runChild } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { authEnvironment } from './auth-environment.ts';
import type { MigrateWorld } from './migrate.ts';

/**
 * Pushes the settings of supabase/config.toml to the stage's hosted project. Passes the token and all values by the
 * environment, none as an argument.
 * @throws CommandError naming missing values; quotes the CLI only on its own failure
 */
export async function pushAuthSettings(stage: string, world: MigrateWorld): Promise<void> {
  const { env, print, run = runChild, workdir = ROOT } = world;
  const ref = env['SUPABASE_PROJECT_REF'] ?? '';
  if (!/^[a-z]{20}$/.test(ref)) throw new CommandError('SUPABASE_PROJECT_REF must be the 20 letters of a project.');
  if (!env['SUPABASE_ACCESS_TOKEN']) throw new CommandError('SUPABASE_ACCESS_TOKEN is not set.');
  const values = authEnvironment(originOf(stage, env), await mailOf(stage, world), env);
  const args = ['config', 'push', `--remote=${ref}`, '--yes', '--workdir', workdir];
  const { code, output } = await run(installed('supabase'), args, { env: values });
  if (code !== 0) throw new CommandError(`auth settings were not pushed (exit ${code}):\n${without(output, values)}`);
  print(`Auth settings and mails of ${ref} are those of supabase/config.toml.`);
}

function originOf(stage: string, env: MigrateWorld['env']): string {
  try {
    return `https://${operatorSettings(stage, env).host}`;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

async function mailOf(stage: string, { env, run }: MigrateWorld): Promise<{ url: string; from: string }> {
  const secrets = env['MAIL_URL'] && env['MAIL_FROM'] ? new Map<string, string>() : await readStageSecrets(stage, run);
  const url = env['MAIL_URL'] || secrets.get('MailUrl');
  const from = env['AUTH_MAIL_FROM'] || env['MAIL_FROM'] || secrets.get('MailFrom');
  if (!url || !from || !URL.canParse(url)) {
    throw new CommandError(`MAIL_URL and MAIL_FROM, or the secrets MailUrl and MailFrom of "${stage}", must be set.`);
  }
  return { url, from };
}

/** Returns the CLI's output without passwords, secrets and tokens. */
function without(output: string, values: Readonly<Record<string, string>>): string {
  const secret = Object.entries(values).filter(([name, value]) => /PASS|SECRET|TOKEN/.test(name) && value !== '');
  return secret.reduce((text, [, value]) => text.replaceAll(value, '***'), output).trim();
}
