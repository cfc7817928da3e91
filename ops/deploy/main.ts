import { setTimeout as sleep } from 'node:timers/promises';
import { parseOptions, requireStage, requireYes } from '../lib/arguments.ts';
import { runChild } from '../lib/child.ts';
import { CommandError, runCommand, UsageError } from '../lib/command.ts';
import { loadStageEnvironment } from '../lib/stage-files.ts';
import { checkAll } from './checks.ts';
import { pictureStage, runSteps } from './deploy.ts';
import { smokePicture } from './picture.ts';
import { openSocket } from './socket-probe.ts';
import { stepsOf } from './steps.ts';
import type { DeployWorld } from './world.ts';

const HELP = `Puts a stage on AWS: npm run deploy -- --stage <name> [options]

  --dry-run           check everything and print the steps; change nothing
  --skip-migrations   leave the database as it is (after a rollback)
  --pooled            migrate through the pooler, in session mode: for a machine without IPv6
  --smoke-only        only ask what is deployed whether it serves; needs the stage's credentials, too
  --yes               for a protected stage, when a person runs it
  --help              this text

ALBUMEN_DOMAIN, ALBUMEN_ALERTS_TO   see stacks/settings.ts; npm run setup writes them to .secrets, which this reads
DATABASE_DIRECT_URL                 without it, the stage's secret DatabaseDirectUrl (with --pooled, DatabaseUrl)
DATABASE_CA_FILE                    authority of its certificate, where it is neither Supabase's nor a public one`;

await runCommand(async () => {
  const options = parseOptions(
    HELP,
    {
      stage: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'skip-migrations': { type: 'boolean', default: false },
      pooled: { type: 'boolean', default: false },
      'smoke-only': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    process.argv.slice(2),
  );
  const stage = requireStage(options.stage);
  loadStageEnvironment(stage);
  const plan = { migrations: !options['skip-migrations'], smokeOnly: options['smoke-only'] };
  const steps = stepsOf(plan);
  const world: DeployWorld = {
    stage,
    pooled: options.pooled,
    env: process.env,
    run: runChild,
    print: (line) => console.log(line),
    now: () => performance.now(),
    fetch: globalThis.fetch,
    socket: openSocket,
    sleep: (milliseconds) => sleep(milliseconds),
    picture: async (origin, there) => smokePicture(origin, await pictureStage(there), there),
  };
  if (options['dry-run']) {
    if (plan.smokeOnly) throw new UsageError('--smoke-only changes nothing; run it without --dry-run.');
    steps.forEach(({ name, about }, index) => console.log(`${index + 1}. ${name}: ${about}`));
    const problems = await checkAll(world, plan.migrations);
    if (problems.length > 0) throw new CommandError(['It would stop at the checks:', ...problems].join('\n  '));
    return;
  }
  if (!plan.smokeOnly) requireYes(stage, options.yes);
  await runSteps(steps, world);
});
