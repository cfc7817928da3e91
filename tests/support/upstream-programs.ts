import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { zeroEnvironment } from '../../stacks/zero-stack/environment.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Modules that the deployment and `npm start` preload into zero-cache. */
export const DRAIN = resolve(ROOT, 'stacks/zero-stack/drain.mjs');
export const FOREIGN_ROWS = resolve(ROOT, 'stacks/zero-stack/foreign-rows.mjs');
export const VIEW_COPY = resolve(ROOT, 'stacks/zero-stack/view-copy.mjs');

/** Node's options of a deployed zero-cache, which preload the modules. */
export function deployedNodeOptions(): string {
  const { NODE_OPTIONS = '' } = zeroEnvironment({
    group: { number: 0, first: 0, last: 31 },
    appOrigin: 'https://albumen.example',
    ports: { sync: 4848, changeStreamer: 4849 },
    replicaFile: '/data/replica.db',
    role: 'single',
    settings: { cpu: 1024 },
  });
  return NODE_OPTIONS;
}

interface ProgramOptions {
  node?: string;
  env?: Record<string, string>;
}

/** Output of the program in docs/upstream/zero-changelog-drain: `waits`, `resolved` or `rejected: <message>`. */
interface LostChangeLog {
  changeLog: string;
  read: string;
  write: string;
  /** After rows of a window could not be read: `goes on` or `ends the process: <message>`. */
  window: string;
}

/** Loses the connections of zero-cache's change log and of a window before their first statement. */
export const loseChangeLog = (args: readonly string[], options?: ProgramOptions) =>
  run<LostChangeLog>('zero-changelog-drain', args, options);

/** Output of the program in docs/upstream/postgres-lost-write. */
interface LostWrites {
  /** Of a connection that was lost before its first message: `resolved` or `rejected: <code>`. */
  query: string;
  /** Its first message to the next socket: `not sent`, `sent once` or `sent twice`. */
  startup: string;
  /** After a transaction without a socket has rolled back: `goes on` or `ends: <message>`. */
  process: string;
  transaction: string;
  /** Of a transaction whose connection was lost and has connected again: `reaches the next connection` or `is rejected`. */
  rollback: string;
  /** The transaction after one whose connection closed after an error: `resolved`, `rejected: <code>` or `waits`. */
  afterReset: string;
  /** After a connection was lost while it asked for the types of arrays: `goes on` or `ends: <code>`. */
  types: string;
  typesQuery: string;
}

/** Loses five connections of zero-cache's driver of PostgreSQL between a message and its sending. */
export const loseWrites = (args: readonly string[], options?: ProgramOptions) =>
  run<LostWrites>('postgres-lost-write', args, options);

/** Output of the program in docs/upstream/zero-foreign-rows. */
interface WindowAmongOthers {
  /** Rows that three studios changed. */
  changed: number;
  /** Of them, those that the window of one studio read. */
  read: number;
  /** Rows that the window was sent, and their digest. */
  sent: number;
  digest: string;
}

/** Changes rows of three studios at random, while one of them has a window open. */
export const watchAmongOthers = (args: readonly string[], options?: ProgramOptions) =>
  run<WindowAmongOthers>('zero-foreign-rows', args, options);

/** Output of the program in docs/upstream/zero-view-copy. */
interface UpdatedView {
  /** Updates, each of which copies the view. */
  updates: number;
  /** Values that were cloned for them. */
  cloned: number;
  /** Of what the store was told and of each view. */
  digest: string;
}

/** Updates a window's view at random. Fails if a view changes that was given out before. */
export const updateView = (args: readonly string[], options?: ProgramOptions) =>
  run<UpdatedView>('zero-view-copy', args, options);

async function run<T>(
  folder: string,
  args: readonly string[],
  { node = process.execPath, env = {} }: ProgramOptions = {},
): Promise<T> {
  const program = resolve(ROOT, 'docs/upstream', folder, 'reproduction.mjs');
  const { stdout } = await promisify(execFile)(node, [...args, program], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return JSON.parse(stdout) as T;
}
