import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groupSuffix, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { isReady, postgresCommand } from '#local/postgres/cluster.ts';
import { SHARED } from '#local/postgres/open-folder.ts';
import { CLUSTER_FOLDER } from './data-folder.ts';
import {
  authEnvironment,
  edgeEnvironment,
  functionsEnvironment,
  mailEnvironment,
  s3Environment,
  stripeEnvironment,
  zeroEnvironment,
  zeroFolder,
} from './environments.ts';
import type { Installation } from './installation.ts';
import { nodeCommand } from './node-command.ts';
import { zeroPorts } from './ports.ts';
import { ROOT } from './root.ts';
import type { ServiceDefinition } from './service.ts';

const own = { signal: 'SIGTERM', graceMs: 5000, startMs: 20_000, worthShowing: /^(?!\s)(?!\s*$).*error/i } as const;

/**
 * Node's defaults, as deployed, for the two services that work for every change and every file, instead of those for
 * idle processes: with a small young generation a third of their time is garbage collection.
 */
const BUSY = ['--max-semi-space-size=16', '--no-optimize-for-size'];
/**
 * By default every few megabytes of received files start a collection of the whole heap, which holds all functions here
 * and one when deployed: half of the functions' processor time in an upload.
 */
const RECEIVING = '--external-memory-accounted-in-global-limit';

/** @param say reports the paths of its files if they are not in the data folder and in `node_modules` */
export function postgres({ dataDir, ports }: Installation, say: (line: string) => void): ServiceDefinition {
  const dir = join(dataDir, CLUSTER_FOLDER);
  return {
    name: 'postgres',
    async command() {
      const { file, args, spawn } = await postgresCommand({ dir, port: ports.postgres });
      const elsewhere = [file, spawn.cwd].filter((path) => path.startsWith(`${SHARED}/`)).map(dirname);
      if (elsewhere.length > 0)
        say(`postgres runs as a user who may not enter this folder; it uses ${elsewhere.join(' and ')}`);
      return { file, args, options: spawn };
    },
    isHealthy: () => isReady(databaseUrl(ports.postgres)),
    // Fast shutdown: sessions are closed, committed data is kept.
    signal: 'SIGINT',
    graceMs: 10_000,
    startMs: 60_000,
    worthShowing: /\b(PANIC|could not|No space left)\b/,
  };
}

export function mail(installation: Installation): ServiceDefinition {
  return {
    ...own,
    name: 'mail',
    command: () => nodeCommand([join(ROOT, 'local/mail/main.ts')], mailEnvironment(installation)),
    isHealthy: () => answers(`http://127.0.0.1:${installation.ports.mailbox}/__health`),
  };
}

export function s3(installation: Installation): ServiceDefinition {
  return {
    ...own,
    name: 's3',
    command: () => nodeCommand([join(ROOT, 'local/s3/main.ts')], s3Environment(installation)),
    isHealthy: () => answers(`http://127.0.0.1:${installation.ports.s3}/__health`),
  };
}

export function stripe(installation: Installation): ServiceDefinition {
  return {
    ...own,
    name: 'stripe',
    command: () => nodeCommand([join(ROOT, 'local/stripe/main.ts')], stripeEnvironment(installation)),
    isHealthy: () => answers(`http://127.0.0.1:${installation.ports.stripe}/__health`),
  };
}

export function auth(installation: Installation): ServiceDefinition {
  const apikey = installation.secrets.anonKey;
  return {
    ...own,
    name: 'auth',
    command: () => nodeCommand([join(ROOT, 'local/auth/main.ts')], authEnvironment(installation)),
    isHealthy: () => answers(`http://127.0.0.1:${installation.ports.auth}/auth/v1/health`, { apikey }),
  };
}

export function functions(installation: Installation): ServiceDefinition {
  return {
    ...own,
    name: 'functions',
    command: () =>
      nodeCommand([...BUSY, RECEIVING, join(ROOT, 'local/lambda/main.ts')], functionsEnvironment(installation)),
    isHealthy: () => answers(`http://127.0.0.1:${installation.ports.functions}/__health`),
  };
}

export function zeroCache(installation: Installation, group: SyncGroup): ServiceDefinition {
  const { zeroCache: port } = zeroPorts(installation.ports, installation.groups.indexOf(group));
  const preloads = [
    'local/zero-cache/loopback.mjs',
    'local/zero-cache/leash.mjs',
    'stacks/zero-stack/handoff.mjs',
    'stacks/zero-stack/drain.mjs',
    'stacks/zero-stack/foreign-rows.mjs',
    'stacks/zero-stack/view-copy.mjs',
  ];
  const preloaded = preloads.flatMap((file) => ['--import', join(ROOT, file)]);
  const zero = join(ROOT, 'node_modules/@rocicorp/zero/out/zero/src/cli.js');
  return {
    ...own,
    name: `zero-cache${groupSuffix(group.number)}`,
    command() {
      // zero-cache stores query results here; a killed process leaves its files.
      const results = join(zeroFolder(installation, group), 'results');
      rmSync(results, { recursive: true, force: true });
      mkdirSync(results, { recursive: true });
      const environment = {
        ...zeroEnvironment(installation, group),
        ZERO_STORAGE_DB_TMP_DIR: results,
        // It has no TypeScript to compile: the cache would only be 9 MB more in each of its processes.
        NODE_DISABLE_COMPILE_CACHE: '1',
      };
      return nodeCommand([...BUSY, ...preloaded, zero], environment);
    },
    isHealthy: () => answers(`http://127.0.0.1:${port}/keepalive`),
    // It copies the database first, while other services start.
    startMs: 180_000,
    worthShowing: /^(?!.*no such table: _zero).*\b(fatal|ERROR)\b/,
  };
}

export function edge(installation: Installation): ServiceDefinition {
  const { origin, groups } = installation;
  const sync = `${origin}/zero${groupSuffix(groups[0]!.number)}/keepalive`;
  return {
    ...own,
    name: 'edge',
    command: () => nodeCommand([join(ROOT, 'local/edge/main.ts')], edgeEnvironment(installation)),
    // A visitor's first requests: the landing page, and the path of the sockets.
    isHealthy: async () => (await answers(`${origin}/`)) && (await answers(sync)),
  };
}

/** True if a GET is answered with 2xx within two seconds. */
async function answers(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
