import { parseOptions, requireStage, requireYes } from '../lib/arguments.ts';
import { runCommand } from '../lib/command.ts';
import { loadStageEnvironment } from '../lib/stage-files.ts';
import { pushAuthSettings } from './auth-settings.ts';
import { checkRule, migrate } from './migrate.ts';

const HELP = `Brings the database of a stage up to date: npm run migrate -- --stage <name> [options]

  --check     only hold the migrations against the expand-and-contract rule; needs no stage
  --dry-run   list what would be applied
  --yes       for a protected stage, when a person runs it
  --pooled    through the pooler, in session mode: for a machine without IPv6
  --auth      then push the auth settings and mails of supabase/config.toml to the project
  --help      this text

DATABASE_DIRECT_URL   the database; without it, the stage's secret DatabaseDirectUrl (with --pooled, DatabaseUrl)
DATABASE_CA_FILE      authority of its certificate, where it is neither Supabase's nor a public one
With --auth, what supabase/README.md lists; npm run setup writes it to .secrets, which this reads.`;

await runCommand(async () => {
  const options = parseOptions(
    HELP,
    {
      stage: { type: 'string' },
      check: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      pooled: { type: 'boolean', default: false },
      auth: { type: 'boolean', default: false },
    },
    process.argv.slice(2),
  );
  const world = { env: process.env, pooled: options.pooled, print: (line: string) => console.log(line) };
  if (options.check) return checkRule(world);
  const stage = requireStage(options.stage);
  loadStageEnvironment(stage);
  const dryRun = options['dry-run'];
  if (!dryRun) requireYes(stage, options.yes);
  await migrate(stage, dryRun, world);
  if (options.auth && !dryRun) await pushAuthSettings(stage, world);
});
