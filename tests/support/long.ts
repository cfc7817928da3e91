/**
 * Switch between `npm test` and `npm run test:long`, which runs everything: files named `*.long.test.ts`, every test on
 * the phone project, more rounds of random tests.
 */
export const isLong = process.env['TEST_LONG'] === '1';

/** Number of rounds of a random test. */
export const rounds = (usual: number, long: number): number => (isLong ? long : usual);

/** The first `usual` of several variants of one rule, the most different ones; all of them with `test:long`. */
export const variants = <T>(all: readonly T[], usual: number): readonly T[] => (isLong ? all : all.slice(0, usual));
