import { rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleApp, bundleRun, PLATFORM } from './bundle-config.ts';
import { startCommandServer } from './command-server.ts';
import type { Graph } from './graph.ts';
import { mockPulumi } from './pulumi.ts';

/*
 * `node program.ts <stage> <folder>` evaluates sst.config.ts as the SST command would (bundled the same way, on the
 * installed components), with nobody behind it, and leaves `graph.json` and the functions' zips in the folder. A process
 * of its own: Pulumi keeps its state in globals, and one that waits for something that never comes has to end.
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

// Once nothing is left to do, everything that waited for a value has had it.
process.once('beforeExit', () => {
  rmSync(join(work, 'bundles'), { recursive: true, force: true });
  if (errors.length === 0) {
    const graph: Graph = { stage, work, app, outputs: printable(outputs ?? {}), resources: resources.toSorted(byName) };
    writeFileSync(join(work, 'graph.json'), JSON.stringify(graph));
    return;
  }
  // One failure is told by everything that waited for it.
  for (const message of new Set(errors.map(String))) console.error(message);
  process.exit(1);
});

// Where something failed, what waits for it waits for ever, the stage's outputs among them.
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

/** Inside the platform's folder, or it would not find its packages; gone as soon as it is loaded. */
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
