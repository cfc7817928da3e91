import { expect, it } from 'vitest';
import { planRestart } from './service.ts';

it('a service that dies at its start waits longer each time, three seconds at most', () => {
  const waits = Array.from({ length: 7 }, (_, failures) => planRestart(failures, 500).waitMs);
  expect(waits).toEqual([200, 400, 800, 1600, 3000, 3000, 3000]);
});

it('a service that ran for half a minute restarts immediately, however often it died before', () => {
  expect(planRestart(6, 30_000)).toEqual({ failures: 1, waitMs: 200 });
});
