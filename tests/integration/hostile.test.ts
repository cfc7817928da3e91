import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mutateFonts } from '../campaigns/hostile/fonts.ts';
import { mutateImports } from '../campaigns/hostile/imports.ts';
import { mutatePictures } from '../campaigns/hostile/ingest.ts';
import { attackLimits } from '../campaigns/hostile/limits.ts';
import { mutateLogos } from '../campaigns/hostile/logos.ts';
import { fuzzMutations } from '../campaigns/hostile/mutations.ts';
import { fuzzRequests } from '../campaigns/hostile/requests.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';

expectLogged('password_guessed', 'page_error');

const api = await testApi();
const LIMIT_MS = 120_000;

describe('The hostile campaign in miniature', () => {
  it.each([
    ['photos and videos', mutatePictures],
    ['fonts', mutateFonts],
    ['logos', mutateLogos],
    ['address books', mutateImports],
    ['requests', fuzzRequests],
    ['mutations and queries', fuzzMutations],
    ['limits, from twenty networks', attackLimits],
  ])('finds no fault with %s', { timeout: LIMIT_MS }, async (_what, part) => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => printed.mockRestore());
    const figures = await part(api, { seed: 1, isMiniature: true });
    expect(figures.filter(({ what }) => what.endsWith('faults')).map(({ value }) => value)).toEqual([0]);
  });
});
