import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { Reaper } from '#local/supervisor/reaper.ts';
import { clusterUser, type ClusterUser } from '#local/postgres/cluster-user.ts';
import { programFolder } from '#local/postgres/open-folder.ts';
import { descendantsOf } from '../../support/stack.ts';
import { LAMBDA_ACCOUNT } from './lambda-environment.ts';
import { peakMemoryOf } from './process-memory.ts';
import { FunctionError, RuntimeApi } from './runtime-api.ts';

/** AWS's runtime interface client, from the deploy tests' own packages. */
const CLIENT = createRequire(join(import.meta.dirname, '../tools/package.json')).resolve('aws-lambda-ric');
const MODULES = join(import.meta.dirname, '../tools/node_modules');
/** Lambda's limit of the init phase, milliseconds. */
const INIT_MS = 10_000;

export interface SandboxOptions {
  functionName: string;
  /** Folder of the unzipped package. */
  taskRoot: string;
  /** The whole environment, except the URL of the Runtime API. */
  env: Readonly<Record<string, string>>;
  /** Timeout of a call, milliseconds. */
  timeoutMs: number;
  reaper: Reaper;
  /** All output of its processes. */
  onOutput: (text: string) => void;
}

/** Node and the client where the sandbox's user can read them. */
function programsFor(user: ClusterUser): { node: string; client: string } {
  const platform = `${process.version}-${process.platform}-${process.arch}`;
  const [program, installed] = [basename(process.execPath), readFileSync(join(MODULES, '.installed'), 'utf8')];
  const nodes = programFolder(dirname(process.execPath), program, `node-${platform}`, { user });
  const client = relative(MODULES, CLIENT);
  const modules = programFolder(MODULES, dirname(client), `lambda-client-${installed.slice(0, 16)}`, { user });
  return { node: join(nodes, program), client: join(modules, client) };
}

/**
 * One execution environment: a process group under AWS's runtime interface client, warm across calls, frozen in
 * between, killed at a call's deadline. For root it runs as another user, who may write to /tmp only.
 */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #api: RuntimeApi;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #isAlive = true;
  #isIdle = Promise.withResolvers<void>();
  #peakBytes = 0;

  private constructor(options: SandboxOptions, api: RuntimeApi) {
    this.#options = options;
    this.#api = api;
    api.onIdle = () => this.#freeze();
    const user = clusterUser();
    const { node, client } = programsFor(user);
    this.#process = spawn(node, [client], {
      ...user,
      cwd: options.taskRoot,
      env: { ...options.env, AWS_LAMBDA_RUNTIME_API: api.address },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    if (this.#process.pid) options.reaper.started(this.#process.pid, 'SIGKILL');
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.setEncoding('utf8').on('data', options.onOutput);
    this.#ended = new Promise((resolve) => {
      this.#process.once('error', () => resolve(this.#end('could not be started')));
      this.#process.once('exit', (code, signal) => resolve(this.#end(`ended with ${signal ?? `code ${code}`}`)));
    });
  }

  /**
   * Starts a process and loads the function.
   * @throws FunctionError with its message if loading failed
   */
  static async start(options: SandboxOptions): Promise<Sandbox> {
    const sandbox = new Sandbox(options, await RuntimeApi.listen());
    const timer = setTimeout(() => sandbox.#kill('Sandbox.Timedout', 'Init took too long'), INIT_MS);
    try {
      await sandbox.#api.ready;
    } catch (error) {
      await sandbox.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return sandbox;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether its process is stopped. */
  get isFrozen(): boolean {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] === 'T';
  }

  /** Peak memory at the end of a call, bytes. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /**
   * Invokes the function. Event and response are JSON.
   * @throws FunctionError
   */
  async invoke(payload: string): Promise<string> {
    await this.#isIdle.promise;
    const { functionName, timeoutMs } = this.#options;
    const late = `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
    const timer = setTimeout(() => this.#kill('Sandbox.Timedout', late), timeoutMs);
    this.#isIdle = Promise.withResolvers();
    this.#signal('SIGCONT');
    try {
      return await this.#api.invoke({
        requestId: randomUUID(),
        payload,
        deadline: Date.now() + timeoutMs,
        traceId: `Root=1-${(Date.now() / 1000).toString(16).slice(0, 8)}-${randomBytes(12).toString('hex')};Sampled=0`,
        functionArn: `arn:aws:lambda:eu-west-1:${LAMBDA_ACCOUNT}:function:${functionName}`,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Ends the function's child processes, as a machine out of memory does.
   * @returns how many
   */
  killChildren(): number {
    const children = descendantsOf(this.#process.pid!);
    for (const pid of children) process.kill(pid, 'SIGKILL');
    return children.length;
  }

  /** Resolves when its last call is over and it is frozen or dead. */
  async settled(): Promise<void> {
    await this.#isIdle.promise;
  }

  async close(): Promise<void> {
    this.#signal('SIGKILL');
    await this.#ended;
  }

  /** Work after a response waits for the next call, as on Lambda. */
  #freeze(): void {
    this.#peakBytes = Math.max(this.#peakBytes, peakMemoryOf(this.#process.pid!));
    this.#signal('SIGSTOP');
    this.#isIdle.resolve();
  }

  #kill(type: string, message: string): void {
    this.#isAlive = false;
    this.#api.fail(new FunctionError(type, message));
    this.#signal('SIGKILL');
  }

  #end(how: string): void {
    this.#isAlive = false;
    this.#api.fail(new FunctionError('Runtime.ExitError', `Runtime ${how}`));
    this.#api.close();
    // Ends the children that outlive it, too.
    this.#signal('SIGKILL');
    this.#isIdle.resolve();
    if (this.#process.pid) this.#options.reaper.ended(this.#process.pid);
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      if (this.#process.pid) process.kill(-this.#process.pid, signal);
    } catch {
      // The group has already ended.
    }
  }
}
