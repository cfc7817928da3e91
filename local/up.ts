import { domainOrigin } from '#core/domain/site/domains.ts';
import { DEMO_DOMAIN, DEMO_LOGIN, DEMO_STUDIO } from './demo/content.ts';
import { HELP, parseArguments, type Arguments } from './supervisor/arguments.ts';
import { openDataFolder } from './supervisor/data-folder.ts';
import { demoLinks } from './supervisor/demo.ts';
import { describeInstallation } from './supervisor/installation.ts';
import { portsFrom, requireFreePorts } from './supervisor/ports.ts';
import { startReaper } from './supervisor/reaper.ts';
import { noteRunning } from './supervisor/running.ts';
import { loadSecrets } from './supervisor/secrets.ts';
import { describeFailure } from './supervisor/start-error.ts';
import { Supervisor } from './supervisor/supervisor.ts';

/** Milliseconds for processes of a crashed start to end. */
const PATIENCE_MS = 10_000;

async function up({ port, dataDir, reset, demo }: Arguments): Promise<void> {
  const lock = openDataFolder(dataDir, reset);
  const ports = portsFrom(port);
  try {
    await requireFreePorts(ports, lock.wasStale ? PATIENCE_MS : 0);
  } catch (error) {
    lock.release();
    throw error;
  }
  const installation = { ...describeInstallation(dataDir, ports, loadSecrets(dataDir)), demo };
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
