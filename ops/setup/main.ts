import { resolveNs } from 'node:dns/promises';
import { resolve } from 'node:path';
import confirm from '@inquirer/confirm';
import { parseOptions, requireStage } from '../lib/arguments.ts';
import { installed, runChild } from '../lib/child.ts';
import { CommandError, runCommand, UsageError } from '../lib/command.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { SECRETS_FOLDER, stageFile } from '../lib/stage-files.ts';
import { askAtTerminal, questions, signInToMail } from './questions.ts';
import { stagePaths } from './files.ts';
import { setUp, type SetupWorld } from './setup.ts';

const HELP = `Asks for all that a stage needs, tries it, and writes it: npm run setup -- --stage <name> [options]

  --again NAME   ask for this value again, which may be given several times
  --folder PATH  where files are written, which deploy and migrate then do not read   (.secrets)
  --load         then load the secrets into the stage without asking
  --untested     check forms only; asks neither AWS nor anything else, so for a new stage only
  --help         this text

It goes on where it was stopped. Nothing is asked that is in the environment, as DATABASE_URL for the secret DatabaseUrl;
without a terminal everything must be there. Secrets are in .secrets/<stage>.env, other values beside it; deploy and
migrate read those.`;

await runCommand(async () => {
  const options = parseOptions(
    HELP,
    {
      stage: { type: 'string' },
      again: { type: 'string', multiple: true, default: [] },
      folder: { type: 'string' },
      load: { type: 'boolean', default: false },
      untested: { type: 'boolean', default: false },
    },
    process.argv.slice(2),
  );
  const stage = requireStage(options.stage);
  const all = questions();
  const unknown = options.again.find((name) => !all.some((question) => question.name === name));
  if (unknown !== undefined) throw new UsageError(`There is no value ${unknown}.`);
  const folder = resolve(options.folder ?? SECRETS_FOLDER);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const world: SetupWorld = {
    stage,
    folder,
    env: process.env,
    caFile: process.env['DATABASE_CA_FILE'] || undefined,
    run: runChild,
    fetch: globalThis.fetch,
    signInToMail,
    nameServers: (domain) => resolveNs(domain).catch(() => []),
    stageSecrets: async () => (options.untested ? new Map() : readStageSecrets(stage)),
    ask: isTerminal ? askAtTerminal : undefined,
    again: new Set(options.again),
    untested: options.untested,
    print: (line) => console.log(line),
  };
  const answers = await setUp(all, world);
  console.log(`They are in ${stagePaths(stage, folder, all, answers).join(', ')}, which only you may read.`);
  const isLoaded = options.load || (isTerminal && (await confirm({ message: 'Load the secrets into the stage now?' })));
  if (isLoaded) await load(stage, stageFile(stage, 'secrets', folder));
  else console.log(`Load the secrets: npx sst secret load .secrets/${stage}.env --stage ${stage}`);
  console.log(
    `Keep copies where you keep passwords, and delete .secrets/${stage}.env once it is loaded. Then: npm run deploy -- --stage ${stage} --dry-run`,
  );
});

async function load(stage: string, file: string): Promise<void> {
  const { code } = await runChild(installed('sst'), ['secret', 'load', file, '--stage', stage]);
  if (code !== 0) throw new CommandError(`The secrets were not loaded (sst secret load, exit ${code}).`);
  console.log(`The secrets of "${stage}" are loaded.`);
}
