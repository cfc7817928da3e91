import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { endGroup } from './process-group.ts';
import type { Reaper } from './reaper.ts';
import type { ServiceLog } from './service-log.ts';
import { StartError } from './start-error.ts';

export interface Command {
  file: string;
  args: readonly string[];
  options?: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'>;
}

export interface ServiceDefinition {
  name: string;
  /** Called before every start: some services must clean up after a crash. */
  command(): Promise<Command> | Command;
  isHealthy(): Promise<boolean>;
  /** Signal that ends it. */
  signal: NodeJS.Signals;
  /** Milliseconds before it is killed. */
  graceMs: number;
  /** Timeout of its start, milliseconds. */
  startMs: number;
  /** Lines of its output that are shown on the terminal. */
  worthShowing: RegExp;
}

/**
 * Delays between restarts, doubling while the service dies at its start. At most a few seconds: zero-cache dies at every
 * start while the database is away, and is needed as soon as that is back.
 */
const BACKOFF_MS = { first: 200, most: 3000 };
const HEALTH_POLL_MS = 50;

/**
 * Returns the wait in milliseconds before the next start of a service that ended.
 * @param failures earlier ends since it was last healthy
 */
export function restartDelay(failures: number): number {
  return Math.min(BACKOFF_MS.first * 2 ** failures, BACKOFF_MS.most);
}

/** One supervised process with its children: started, monitored, restarted when it dies, ended as a process group. */
export class Service {
  readonly #definition: ServiceDefinition;
  readonly #log: ServiceLog;
  readonly #reaper: Reaper;
  #child: ChildProcess | undefined;
  #stopping = false;
  #isHealthy = false;
  /** Ends since it was last healthy. */
  #failures = 0;
  #restarting: Promise<void> | undefined;

  constructor(definition: ServiceDefinition, log: ServiceLog, reaper: Reaper) {
    this.#definition = definition;
    this.#log = log;
    this.#reaper = reaper;
  }

  get name(): string {
    return this.#definition.name;
  }

  /** @throws StartError with the cause from its log if it does not start in time */
  async start(): Promise<void> {
    await this.#spawn();
    const { name, startMs } = this.#definition;
    for (const deadline = Date.now() + startMs; !this.#stopping; await delay(HEALTH_POLL_MS)) {
      if (this.#isHealthy) return;
      if (Date.now() < deadline && this.#failures < 3) continue;
      throw new StartError(`${name} does not start: ${this.#log.reason()}\nMore is in ${this.#log.file}.`);
    }
  }

  async #spawn(): Promise<void> {
    const { file, args, options } = await this.#definition.command();
    if (this.#stopping) return;
    // A process group of its own: Ctrl-C reaches only the supervisor, and ending the group ends its children.
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    this.#isHealthy = false;
    this.#log.note(`started, process ${child.pid ?? 'none'}`);
    if (child.pid) this.#reaper.started(child.pid, this.#definition.signal);
    for (const output of [child.stdout, child.stderr]) this.#log.follow(output, this.#definition.worthShowing);
    child.once('error', (error) => this.#log.note(error.message));
    child.once(child.pid ? 'exit' : 'error', () => {
      if (!this.#stopping) this.#restarting = this.#restart(child);
    });
    void this.#watchStart(child);
  }

  /** Forgets earlier ends once the process is healthy: what ends it later is another cause. */
  async #watchStart(child: ChildProcess): Promise<void> {
    const isRunning = () => !this.#stopping && child.pid && child.exitCode === null && child.signalCode === null;
    for (; isRunning(); await delay(HEALTH_POLL_MS)) {
      if (!(await this.#definition.isHealthy()) || !isRunning()) continue;
      this.#isHealthy = true;
      this.#failures = 0;
      return;
    }
  }

  async #restart(dead: ChildProcess): Promise<void> {
    const { name } = this.#definition;
    const outcome = dead.signalCode ?? `code ${dead.exitCode}`;
    this.#log.note(`ended without a request: ${outcome}`);
    await this.#endGroupOf(dead, 'SIGKILL');
    const waitMs = restartDelay(this.#failures);
    this.#failures += 1;
    console.error(`[${name}] ended (${outcome}); starts again in ${waitMs / 1000} s, see ${this.#log.file}`);
    await delay(waitMs);
    if (this.#stopping) return;
    await this.#spawn().catch((error: unknown) => {
      this.#log.note(inspect(error));
      console.error(`[${name}] ${error instanceof Error ? error.message : String(error)}`);
      if (!this.#stopping) this.#restarting = this.#restart(dead);
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child) await this.#endGroupOf(child, this.#definition.signal);
    await this.#restarting;
  }

  async #endGroupOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (!child.pid) return;
    await endGroup(child.pid, signal, this.#definition.graceMs);
    this.#reaper.ended(child.pid);
  }
}
