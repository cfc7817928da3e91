import { rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleApp, bundleRun, PLATFORM } from './bundle-config.ts';
import { startCommandServer } from './command-server.ts';
import type { Graph } from './graph.ts';
import { mockPulumi } from './pulumi.ts';

/*
 * `node program.ts <stage> <folder>` evaluates sst.config.ts as the SST command would (bundled the same way, on the
 * installed components), without a provider, and writes `graph.json` and the functions' zips to the folder. A separate
 * process: Pulumi keeps its state in globals, and a program that waits forever has to be ended.
 */
const [stage, folder] = process.argv.slice(2);
if (!stage || !folder) throw new Error('usage: node program.ts <stage> <folder>');

const root = process.cwd();
const work = resolve(folder);
const config = JSON.stringify(join(root, 'sst.config.ts'));

const errors: unknown[] = [];
process.on('unhandledRejection', (error) => errors.push(error));

const app: Graph['app'] = { removal: 'retain', protect: false, ...(await readApp()), stage };
process.env['SST_SERVER'] = await startCommandServer(work);
const { run, resources } = await mockPulumi(root, app['name'], stage);
let outputs: Record<string, unknown> | undefined;

// An empty event loop means that all values were resolved.
process.once('beforeExit', () => {
  rmSync(join(work, 'bundles'), { recursive: true, force: true });
  if (errors.length === 0) {
    const graph: Graph = { stage, work, app, outputs: printable(outputs ?? {}), resources: resources.toSorted(byName) };
    writeFileSync(join(work, 'graph.json'), JSON.stringify(graph));
    return;
  }
  // Everything that waits for a failed value reports the same failure.
  for (const message of new Set(errors.map(String))) console.error(message);
  process.exit(1);
});

// After a failure, dependent values never resolve, the stage's outputs included.
outputs = await run(await readRun()).catch((error: unknown) => void errors.push(error));

async function readApp(): Promise<Record<string, unknown>> {
  const outfile = join(root, PLATFORM, `graph.${basename(work)}.app.mjs`);
  await bundleApp({ root, outfile, code: `import config from ${config};export default config;` });
  const { default: module } = await once(outfile);
  return module.app({ stage });
}

async function readRun(): Promise<() => Promise<unknown>> {
  const outfile = join(root, PLATFORM, `graph.${basename(work)}.run.mjs`);
  const platform = join(root, PLATFORM);
  const paths = { home: root, root, work, platform };
  await bundleRun({
    root,
    outfile,
    code: `import { run } from ${JSON.stringify(join(platform, 'src/auto/run.ts'))};
      import config from ${config};
      export default () => run(config.run);`,
    define: {
      $app: JSON.stringify(app),
      $cli: JSON.stringify({ command: 'diff', dev: false, paths, state: { version: {} } }),
      $dev: 'false',
    },
  });
  return (await once(outfile)).default;
}

/** Inside the platform's folder, where its packages are found; deleted once loaded. */
async function once(outfile: string): Promise<Record<string, any>> {
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}

function printable(values: Record<string, unknown>): Graph['outputs'] {
  return Object.fromEntries(Object.keys(values).map((key) => [key, true]));
}

function byName(a: { type: string; name: string }, b: { type: string; name: string }): number {
  return `${a.type} ${a.name}` < `${b.type} ${b.name}` ? -1 : 1;
}
