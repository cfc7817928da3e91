import { expect, it } from 'vitest';
import { studioNotice } from './studio-notice.ts';

const FINE = {
  heldAt: null,
  pausedAt: null,
  siteHeldAt: null,
  planState: null,
  cappedAt: null,
  isOverdue: false,
  pricesEndAt: null,
  isUntold: false,
};

it.each([
  [{}, null],
  [{ planState: 'active' }, null],
  [{ planState: 'trialing', cappedAt: 1 }, 'trial_used'],
  [{ planState: 'active', pricesEndAt: 1 }, 'new_prices'],
  [{ planState: 'active', cappedAt: 1, pricesEndAt: 1 }, 'capped'],
  [{ planState: 'read_only', cappedAt: 1, pricesEndAt: 1 }, 'prices_ended'],
  [{ planState: 'read_only', isOverdue: true, pricesEndAt: 1 }, 'bill_and_prices'],
  [{ planState: 'read_only', isOverdue: true, pricesEndAt: 2 }, 'read_only'],
  [{ planState: 'past_due', cappedAt: 1 }, 'past_due'],
  [{ planState: 'read_only', cappedAt: 1 }, 'read_only'],
  [{ planState: 'read_only', siteHeldAt: 1 }, 'site_blocked'],
  [{ planState: 'suspended', cappedAt: 1, siteHeldAt: 1 }, 'suspended'],
  [{ planState: 'suspended', pausedAt: 1 }, 'paused'],
  [{ heldAt: 1, pausedAt: 1, siteHeldAt: 1, isUntold: true }, null],
  [{ planState: 'past_due', siteHeldAt: 1, isUntold: true }, 'past_due'],
  [{ planState: 'suspended', pausedAt: 1, heldAt: 1 }, 'blocked'],
] as const)('of %o the worst is told: %s', (account, notice) => {
  expect(studioNotice({ ...FINE, ...account }, 1)).toBe(notice);
});
