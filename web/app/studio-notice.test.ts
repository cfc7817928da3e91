import { expect, it } from 'vitest';
import { studioNotice } from './studio-notice.ts';

it.each([
  [{ planState: null, cappedAt: null }, null],
  [{ planState: 'active', cappedAt: null }, null],
  [{ planState: 'trialing', cappedAt: 1 }, 'capped'],
  [{ planState: 'past_due', cappedAt: 1 }, 'past_due'],
  [{ planState: 'read_only', cappedAt: 1 }, 'read_only'],
  [{ planState: 'suspended', cappedAt: 1 }, 'suspended'],
] as const)('of %o the worst is told: %s', (account, notice) => {
  expect(studioNotice(account)).toBe(notice);
});
