import { ROOT } from './root.ts';
import type { Command } from './service.ts';

/**
 * Variables that Node itself needs; no others of the shell are passed on. With the compile cache a service does not load
 * Node's TypeScript compiler, which has 20 MB.
 */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE'];

/** V8 grows the young generation first, which idle processes do not need. */
const LEAN = ['--max-semi-space-size=4', '--optimize-for-size'];

/** By default glibc keeps heaps for each thread of libvips and libuv, and seldom frees them. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/** Options of Node for all services, such as `--import` of a file: campaigns and debuggers use it. */
const OPTIONS = 'ALBUMEN_NODE_OPTIONS';

/** Returns the command of a script with this Node and exactly this environment. */
export function nodeCommand(args: readonly string[], env: Record<string, string>): Command {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const options = process.env[OPTIONS];
  return {
    file: process.execPath,
    args: [...LEAN, '--disable-warning=ExperimentalWarning', ...args],
    options: {
      cwd: ROOT,
      env: { ...FEW_ARENAS, ...Object.fromEntries(inherited), ...(options && { NODE_OPTIONS: options }), ...env },
    },
  };
}
