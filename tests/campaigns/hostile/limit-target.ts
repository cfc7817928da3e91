import type { Answer, ApiStack, CallOptions } from '../../support/api.ts';
import type { Studio } from '../../support/studio.ts';

/** What is attacked, and how. */
export interface Target {
  api: ApiStack;
  studio: Studio;
  isMiniature: boolean;
  /** Sends a request from a network, by its number. */
  call: (network: number, method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/** Returns what went wrong. */
export type Attack = (target: Target) => Promise<string[]>;

/** Networks of strangers; the client's own is another. */
export const NETWORKS = Array.from({ length: 20 }, (_, index) => index + 1);
export const CLIENT = 99;

/** Returns a fault unless the client was served. */
export function served(what: string, { status }: Answer): string[] {
  return status < 300 ? [] : [`${what}: the client got ${status}`];
}

/** Returns a fault if more passed than may. */
export const bounded = (what: string, passed: number, most: number): string[] =>
  passed <= most ? [] : [`${what}: ${passed} passed instead of ${most}`];
