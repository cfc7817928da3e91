import { expect, it } from 'vitest';
import { reconnectPause } from './use-reconnect.ts';

it('reconnects soon after a first failure, and never later than after 5 s', () => {
  expect([0, 1, 2, 3, 500].map(reconnectPause)).toEqual([500, 2000, 5000, 5000, 5000]);
});
