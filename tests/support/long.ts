/**
 * The one switch between `npm test` and `npm run test:long`, which leaves nothing out: files named `*.long.test.ts`,
 * every phone story, more rounds of what is random.
 */
export const isLong = process.env['TEST_LONG'] === '1';

/** How many rounds a run has of what is random. */
export const rounds = (usual: number, long: number): number => (isLong ? long : usual);

/** The first `usual` of several that one rule holds for, the most different ones; all of them with `test:long`. */
export const variants = <T>(all: readonly T[], usual: number): readonly T[] => (isLong ? all : all.slice(0, usual));
