import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { removeCluster } from '#local/postgres/open-folder.ts';
import { CLUSTER_FOLDER } from '#local/supervisor/data-folder.ts';
import { equalGroups } from '#local/supervisor/installation.ts';
import { PORT_COUNT, portsFrom, requireFreePorts, type Ports } from '#local/supervisor/ports.ts';
import { loadSecrets } from '#local/supervisor/secrets.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Includes a build of the web application on a busy machine. */
const READY_MS = 180_000;
const STOP_MS = 30_000;

export interface Stack {
  origin: string;
  mailbox: string;
  /** S3 as browsers reach it, with the functions' keys. */
  s3: { url: string; accessKeyId: string; secretAccessKey: string };
  auth: { url: string; anonKey: string; serviceKey: string };
  ports: Ports;
  /** Each with a zero-cache. */
  groups: readonly SyncGroup[];
  dataDir: string;
  supervisor: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Stops the stack and removes its data. */
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Adds the demo studio; a number is the longest side of its photographs in pixels. */
  demo?: boolean | number;
  /** A folder to keep; a temporary one by default. */
  dataDir?: string;
  port?: number;
  /** Options of Node for all services. */
  nodeOptions?: string;
  /** Number of zero-caches. */
  groups?: number;
}

/** Starts the whole product on separate ports and in a separate folder, as `npm start` does. */
export async function startStack({
  demo = false,
  dataDir,
  port,
  nodeOptions,
  groups = 1,
}: StackOptions = {}): Promise<Stack> {
  const folder = dataDir ?? temporaryFolder();
  const base = port ?? (await freeBase());
  const args = ['--port', String(base), '--data', folder, '--groups', String(groups), ...(demo ? [] : ['--no-demo'])];
  const supervisor = spawnSupervisor(args, {
    ...(nodeOptions && { ALBUMEN_NODE_OPTIONS: nodeOptions }),
    ...(typeof demo === 'number' && { ALBUMEN_DEMO_SIDE: String(demo) }),
  });
  let output = '';
  for (const stream of [supervisor.stdout!, supervisor.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const stop = async () => {
    await end(supervisor);
    if (!dataDir) removeDataFolder(folder);
  };
  try {
    await ready(supervisor, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...addressesOf(base, folder),
    groups: equalGroups(groups),
    dataDir: folder,
    supervisor,
    output: () => output,
    stop,
  };
}

/** Addresses and keys of a product that runs on the ports from `base`, with its data in `folder`. */
export function addressesOf(base: number, folder: string): Pick<Stack, 'origin' | 'mailbox' | 's3' | 'auth' | 'ports'> {
  const ports = portsFrom(base);
  const secrets = loadSecrets(folder);
  return {
    origin: `http://localhost:${ports.edge}`,
    mailbox: `http://localhost:${ports.mailbox}`,
    s3: {
      url: `http://localhost:${ports.s3}`,
      accessKeyId: secrets.s3AccessKeyId,
      secretAccessKey: secrets.s3SecretAccessKey,
    },
    auth: { url: `http://localhost:${ports.auth}`, anonKey: secrets.anonKey, serviceKey: secrets.serviceKey },
    ports,
  };
}

/** Exit of a child, and its whole output. */
export function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

/** Whether a URL answers with a 2xx status. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

export function spawnSupervisor(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, 'local/up.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const last = () => child.kill('SIGTERM');
  process.once('exit', last);
  child.once('exit', () => process.off('exit', last));
  return child;
}

/** Removes a data folder with its database, which can be elsewhere. */
export function removeDataFolder(folder: string): void {
  removeCluster(join(folder, CLUSTER_FOLDER));
  rmSync(folder, { recursive: true, force: true });
}

/** For root, PostgreSQL runs as another user, who must have access to its folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'albumen-stack-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** First of a range of free ports, below the system's ephemeral ports. */
export async function freeBase(): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const base = 20_000 + PORT_COUNT * Math.floor(Math.random() * 1000);
    try {
      await requireFreePorts(portsFrom(base), 0);
      return base;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

function ready(supervisor: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`the stack ${why}:\n${output()}`));
    const timer = setTimeout(() => failed('is not ready in time'), READY_MS);
    supervisor.once('exit', () => failed('ended'));
    supervisor.stdout!.on('data', () => {
      if (!/^ready http/m.test(output())) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function end(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  supervisor.kill('SIGTERM');
  const timer = setTimeout(() => supervisor.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(timer);
}

/** The process of a service that the supervisor started last. */
export function processOf({ dataDir }: Pick<Stack, 'dataDir'>, service: string): number {
  const starts = readFileSync(join(dataDir, 'logs', `${service}.log`), 'utf8').matchAll(/started, process (\d+)/g);
  return Number([...starts].at(-1)?.[1]);
}

/** Descendant processes by /proc; processes of other parents are ignored. */
export function descendantsOf(pid: number): number[] {
  const children = childrenOf(pid);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function childrenOf(pid: number): number[] {
  try {
    const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return tasks.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Whether a process runs: it exists and is no zombie. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}
