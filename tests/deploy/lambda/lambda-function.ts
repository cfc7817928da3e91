import { Sandbox, type SandboxOptions } from './sandbox.ts';

export interface FunctionOptions extends SandboxOptions {
  /** Maximum of concurrent sandboxes; further calls wait. */
  concurrency: number;
}

/** Usage of a function so far. */
export interface Figures {
  calls: number;
  /** Finished calls, with any outcome. */
  ended: number;
  coldStarts: number;
  /** Memory of its largest sandbox. */
  peakBytes: number;
}

/** A deployed function: starts sandboxes on demand, keeps them warm, and replaces dead ones. */
export class LambdaFunction {
  readonly #options: FunctionOptions;
  readonly #all = new Set<Sandbox>();
  readonly #free: Sandbox[] = [];
  readonly #waiting: ((sandbox: Sandbox | null) => void)[] = [];
  #starting = 0;
  #calls = 0;
  #ended = 0;
  #coldStarts = 0;
  #peakBytes = 0;

  constructor(options: FunctionOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.functionName;
  }

  get figures(): Figures {
    return { calls: this.#calls, ended: this.#ended, coldStarts: this.#coldStarts, peakBytes: this.#peakBytes };
  }

  /**
   * Invokes the function with an event.
   * @returns its response
   * @throws FunctionError
   */
  async invoke(event: unknown): Promise<unknown> {
    const sandbox = (await this.#acquire()) ?? (await this.#start());
    this.#calls++;
    try {
      return JSON.parse(await sandbox.invoke(JSON.stringify(event))) as unknown;
    } finally {
      this.#ended++;
      void sandbox.settled().then(() => this.#release(sandbox));
    }
  }

  /** Whether all of its sandboxes are stopped. */
  isFrozen(): boolean {
    return [...this.#all].every((sandbox) => sandbox.isFrozen);
  }

  /**
   * Ends the processes that its sandboxes have started.
   * @returns how many
   */
  killChildren(): number {
    return [...this.#all].map((sandbox) => sandbox.killChildren()).reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((sandbox) => sandbox.close()));
  }

  /** A free sandbox, or null for the permission to start one. */
  #acquire(): Promise<Sandbox | null> | Sandbox | null {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#all.size + this.#starting < this.#options.concurrency) {
      this.#starting++;
      return null;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #start(): Promise<Sandbox> {
    this.#coldStarts++;
    try {
      const sandbox = await Sandbox.start(this.#options);
      this.#all.add(sandbox);
      this.#starting--;
      return sandbox;
    } catch (error) {
      this.#handOn();
      throw error;
    }
  }

  #release(sandbox: Sandbox): void {
    this.#peakBytes = Math.max(this.#peakBytes, sandbox.peakBytes);
    if (!sandbox.isAlive) {
      this.#all.delete(sandbox);
      this.#starting++;
      return this.#handOn();
    }
    const next = this.#waiting.shift();
    if (next) next(sandbox);
    else this.#free.push(sandbox);
  }

  /** Returns a permission to start a sandbox. */
  #handOn(): void {
    const next = this.#waiting.shift();
    if (next) next(null);
    else this.#starting--;
  }
}
