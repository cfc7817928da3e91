import { join, relative, resolve } from 'node:path';
import { parseOptions, requireStage } from '../lib/arguments.ts';
import { ROOT } from '../lib/child.ts';
import { runCommand, UsageError } from '../lib/command.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { beginRotation, finishRotation, rotating, secretsFile, writeSecretsFile } from './file.ts';

const HELP = `Makes the secrets of a stage: npm run secrets -- --stage <name> [options]

  --file PATH     where they are written                (.secrets/<stage>.env)
  --rotate NAME   print ImageTokenKey, OriginSecret, ZeroApiKey or DatabaseApiPassword with a new value before the
                  present one
  --finish        with --rotate: print it with the new value alone
  --help          this text

The present value is the stage's own, or CURRENT_SECRET. What --rotate prints is a secret:
  npm run --silent secrets -- --stage dev --rotate ZeroApiKey > .secrets/next.env
  npx sst secret load .secrets/next.env --stage dev && npm run deploy -- --stage dev`;

await runCommand(async () => {
  const options = parseOptions(
    HELP,
    {
      stage: { type: 'string' },
      file: { type: 'string' },
      rotate: { type: 'string' },
      finish: { type: 'boolean', default: false },
    },
    process.argv.slice(2),
  );
  const stage = requireStage(options.stage);
  if (options.rotate === undefined) {
    if (options.finish) throw new UsageError('--finish says how --rotate ends: --rotate <name> --finish');
    return write(stage, resolve(options.file ?? join(ROOT, '.secrets', `${stage}.env`)));
  }
  // Validates the name before calling AWS.
  rotating(options.rotate);
  const present = process.env['CURRENT_SECRET'] || (await readStageSecrets(stage)).get(options.rotate);
  console.log((options.finish ? finishRotation : beginRotation)(options.rotate, present));
});

async function write(stage: string, path: string): Promise<void> {
  await writeSecretsFile(path, secretsFile(stage));
  console.log(`${relative(process.cwd(), path)} is written. Its second part is yours to fill in; the file says how.`);
}
