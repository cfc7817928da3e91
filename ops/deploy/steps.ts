import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { operatorSettings, settingsFor } from '../../stacks/settings.ts';
import { installed } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { migrate } from '../migrate/migrate.ts';
import { checkAll } from './checks.ts';
import { smokeTest } from './smoke.ts';
import type { DeployWorld } from './world.ts';
import { zeroImage } from './zero-image.ts';

export interface Step {
  name: string;
  /** Description in one line. */
  about: string;
  run: (world: DeployWorld) => Promise<void>;
  /** Advice on failure. */
  hint: string;
}

interface Plan {
  migrations: boolean;
  smokeOnly: boolean;
}

const NOTHING_DONE = 'Nothing was changed.';
const ROLLBACK =
  'To go back: check out the last release, "npm ci", and deploy it with --skip-migrations; it runs on the new schema ' +
  '(expand and contract). Then --smoke-only says whether it serves.';

/** Returns the steps of a deployment in order: migrations run before the code that needs them. */
export function stepsOf({ migrations, smokeOnly }: Plan): Step[] {
  const smoke: Step = {
    name: 'smoke test',
    about: 'asks the origin for what each part answers, and sends a picture through it',
    run: smokeOf,
    hint: ROLLBACK,
  };
  if (smokeOnly) return [smoke];
  return [
    {
      name: 'checks',
      about: 'tools, credentials, settings, secrets, git, migrations’ rule' + (migrations ? ', database' : ''),
      run: (world) => checks(world, migrations),
      hint: NOTHING_DONE,
    },
    { name: 'web', about: 'vite build', run: child(installed('vite'), ['build']), hint: NOTHING_DONE },
    {
      name: 'bundle',
      about: 'npm run bundle',
      run: child(process.execPath, ['ops/bundle/main.ts']),
      hint: NOTHING_DONE,
    },
    ...(migrations ? [MIGRATIONS] : []),
    { name: 'deploy', about: 'sst deploy', run: sst, hint: `Deploy again: what is there already stays. ${ROLLBACK}` },
    smoke,
  ];
}

const MIGRATIONS: Step = {
  name: 'migrations',
  about: 'applies what is missing in supabase/migrations',
  run: async (world) => {
    const secrets = () => readStageSecrets(world.stage, world.run);
    await migrate(world.stage, false, { ...world, secrets });
  },
  hint: 'Migrations before the one that failed stay applied; what runs goes on working with them.',
};

async function checks(world: DeployWorld, database: boolean): Promise<void> {
  const problems = await checkAll(world, database);
  if (problems.length > 0) throw new CommandError(problems.map((problem) => `  ${problem}`).join('\n'));
}

function child(file: string, args: readonly string[]): Step['run'] {
  return async ({ run }) => {
    const { code } = await run(file, args, { echo: true });
    if (code !== 0) throw new CommandError(`exit ${code}`);
  };
}

/** Names the release for error reports, unless the environment does. */
async function sst(world: DeployWorld): Promise<void> {
  const { stage, env, run } = world;
  const image = await zeroImage(world);
  const { code, stdout } = await run('git', ['rev-parse', '--short=12', 'HEAD']);
  const release = env['ALBUMEN_RELEASE'] ?? (code === 0 ? stdout.trim() : '');
  const deployed = await run(installed('sst'), ['deploy', '--stage', stage], {
    echo: true,
    env: { ALBUMEN_RELEASE: release, ...(image ? { ALBUMEN_ZERO_IMAGE: image } : {}) },
  });
  if (deployed.code !== 0) throw new CommandError(`exit ${deployed.code}`);
}

async function smokeOf(world: DeployWorld): Promise<void> {
  const origin = `https://${operatorSettings(world.stage, world.env).host}`;
  await smokeTest(origin, world, parseSyncGroups(settingsFor(world.stage).zero.groups));
  await world.picture(origin, world);
}
