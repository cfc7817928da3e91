import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { domainOrigin } from '#core/domain/site/domains.ts';
import { RUNNING_FILE, type RunningInstallation } from '#ops/lib/running-installation.ts';
import { DEMO_DOMAIN, DEMO_LOGIN, DEMO_STUDIO } from './demo/content.ts';
import { photosIn } from './demo/operator-photos.ts';
import { openDataFolder } from './supervisor/data-folder.ts';
import { demoLinks } from './supervisor/demo.ts';
import { operatorEnvironment } from './supervisor/environments.ts';
import { describeInstallation, equalGroups, type Installation } from './supervisor/installation.ts';
import { groupPorts, PORT_COUNT, portsFrom, requireFreePorts } from './supervisor/ports.ts';
import { startReaper } from './supervisor/reaper.ts';
import { ROOT } from './supervisor/root.ts';
import { loadSecrets } from './supervisor/secrets.ts';
import { describeFailure, StartError } from './supervisor/start-error.ts';
import { Supervisor } from './supervisor/supervisor.ts';

interface Arguments {
  help: boolean;
  port: number;
  dataDir: string;
  reset: boolean;
  demo: boolean;
  photos: string | undefined;
  groups: number;
}

const HELP = `Starts Albumen on this machine: npm start -- [options]

  --port N    where it is served; the ${PORT_COUNT - 1} ports above it are used too   (4300)
  --data DIR  where everything is kept between starts                   (.data)
  --reset     forget what is kept there and start over
  --no-demo   do not make the demo studio
  --photos DIR  photographs for demo and landing page instead of drawn scenes
  --groups N  so many zero-caches, each for some studios; two more ports for each   (1)
  --help      this text

Ctrl-C ends it.`;

/** Each is six processes, and half a gigabyte of memory. */
const MOST_GROUPS = 4;

/** @throws StartError for options that the help text does not name */
function parseArguments(argv: readonly string[]): Arguments {
  const values = parse(argv);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  const groups = /^\d$/.test(values.groups) ? Number(values.groups) : 0;
  if (!(groups >= 1 && groups <= MOST_GROUPS))
    throw new StartError(`--groups must be a number from 1 to ${MOST_GROUPS}.`);
  const highest = 65_536 - PORT_COUNT - 2 * (groups - 1);
  if (!(port >= 1024 && port <= highest)) throw new StartError(`--port must be a number from 1024 to ${highest}.`);
  return {
    help: values.help,
    port,
    dataDir: resolve(ROOT, values.data),
    reset: values.reset,
    demo: !values['no-demo'],
    photos: values.photos === undefined ? undefined : photosFolder(values.photos),
    groups,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', default: false },
        port: { type: 'string', default: '4300' },
        data: { type: 'string', default: '.data' },
        reset: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        photos: { type: 'string' },
        groups: { type: 'string', default: '1' },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

/** @throws StartError for a folder without photographs */
function photosFolder(value: string): string {
  const folder = resolve(value);
  const photos = existsSync(folder) ? photosIn(folder) : [];
  if (photos.length === 0)
    throw new StartError(`--photos needs a folder with JPEG, PNG, WebP, AVIF or TIFF files: ${folder}`);
  return folder;
}

/** Milliseconds for processes of a crashed start to end. */
const PATIENCE_MS = 10_000;

async function up({ port, dataDir, reset, demo, photos, groups }: Arguments): Promise<void> {
  const lock = openDataFolder(dataDir, reset);
  const ports = portsFrom(port);
  try {
    await requireFreePorts({ ...ports, ...groupPorts(ports, groups) }, lock.wasStale ? PATIENCE_MS : 0);
  } catch (error) {
    lock.release();
    throw error;
  }
  const installation = {
    ...describeInstallation(dataDir, ports, loadSecrets(dataDir), equalGroups(groups)),
    demo,
    photos,
  };
  const reaper = startReaper(lock.file);
  const supervisor = new Supervisor(installation, reaper, say);
  let hide = () => {};
  const end = async (code: number) => {
    hide();
    await supervisor.stop();
    lock.release();
    reaper.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      say(`ending (${signal}) …`);
      void end(0);
    });
  }
  const fail = (error: unknown) => {
    complain(error, dataDir);
    return end(1);
  };
  // For example an error on an idle connection.
  const failLate = (error: unknown) => void fail(error);
  process.on('uncaughtException', failLate);
  try {
    await supervisor.start();
    hide = noteRunning(installation);
    if (demo) await supervisor.seedDemo();
    process.off('uncaughtException', failLate);
    const links = demoLinks(installation);
    const demoLines =
      `  Demo      ${DEMO_LOGIN.email}, password ${DEMO_LOGIN.password}\n` +
      `  Website   ${installation.origin}/p/${DEMO_STUDIO.slug}\n` +
      `  Domain    ${domainOrigin(installation.origin, DEMO_DOMAIN)}\n` +
      (links ? `  Choosing  ${links.invitation} (as a client; five browsers)\n` : '') +
      (links ? `  Client    ${links.clientPage} (everything of one client)\n` : '');
    say(
      `\n  Albumen   ${installation.origin}\n  Mailbox   http://localhost:${ports.mailbox}\n${demo ? demoLines : ''}`,
    );
    say(`ready ${installation.origin}`);
  } catch (error) {
    await fail(error);
  }
}

function say(line: string): void {
  console.log(line);
}

function complain(error: unknown, dataDir?: string): void {
  console.error(describeFailure(error, dataDir));
}

let options: Arguments | undefined;
try {
  options = parseArguments(process.argv.slice(2));
  if (options.help) say(HELP);
  else await up(options);
} catch (error) {
  complain(error, options?.dataDir);
  process.exitCode = 1;
}

/** Tells operators' commands how to reach this installation. @returns a function that takes it back */
function noteRunning(installation: Installation): () => void {
  const file = join(installation.dataDir, RUNNING_FILE);
  const { origin } = installation;
  const running: RunningInstallation = { process: process.pid, origin, env: operatorEnvironment(installation) };
  // Renamed when complete, so that no command reads half of it.
  writeFileSync(`${file}.new`, JSON.stringify(running, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}
