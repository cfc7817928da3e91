import { ROOT } from './root.ts';
import type { Command } from './service.ts';

/** Nothing of ours may be steered by the shell that it was started from, but for what Node itself needs. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];

/** Young space is what V8 grows first, and what an idle process keeps for nothing. */
const LEAN = ['--max-semi-space-size=4', '--optimize-for-size'];

/** glibc otherwise keeps heaps for each thread of libvips and libuv, and seldom gives them back. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/** A script of ours, on this very Node, with this environment and no other. */
export function nodeCommand(args: readonly string[], env: Record<string, string>): Command {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    file: process.execPath,
    args: [...LEAN, '--disable-warning=ExperimentalWarning', ...args],
    options: { cwd: ROOT, env: { ...FEW_ARENAS, ...Object.fromEntries(inherited), ...env } },
  };
}
