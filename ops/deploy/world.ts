import type { RunChild } from '../lib/child.ts';
import type { TargetOptions } from '../lib/database-target.ts';

/** Everything a deployment does to the outside, and what it is told. A test stands at this border. */
export interface DeployWorld extends TargetOptions {
  stage: string;
  /** The database is reached through its pooler, in session mode. */
  pooled?: boolean;
  env: Readonly<Record<string, string | undefined>>;
  run: RunChild;
  print: (line: string) => void;
  /** Milliseconds, of a clock that only goes forward. */
  now: () => number;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Opens a WebSocket, and says what is wrong with it; empty when it is accepted. */
  socket: (url: string, timeoutMs: number) => Promise<string>;
  sleep: (milliseconds: number) => Promise<void>;
}
