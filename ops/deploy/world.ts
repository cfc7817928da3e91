import type { RunChild } from '../lib/child.ts';
import type { TargetOptions } from '../lib/database-target.ts';

/** All inputs and side effects of a deployment; tests replace them. */
export interface DeployWorld extends TargetOptions {
  stage: string;
  /** Connects to the database through its pooler, in session mode. */
  pooled?: boolean;
  env: Readonly<Record<string, string | undefined>>;
  run: RunChild;
  print: (line: string) => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Opens a WebSocket and returns the problem; '' if it was accepted. */
  socket: (url: string, timeoutMs: number) => Promise<string>;
  sleep: (milliseconds: number) => Promise<void>;
  /** Sends a picture through the stage at this origin. @throws CommandError naming the step that failed */
  picture: (origin: string, world: DeployWorld) => Promise<void>;
}
