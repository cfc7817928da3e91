import type { Account } from '#core/domain/studio/accounts.ts';

/** States of a studio that a banner tells, the worst first: only one is shown. */
const NOTICES = ['suspended', 'read_only', 'past_due', 'capped'] as const;
export type StudioNotice = (typeof NOTICES)[number];

/** Returns the worst that members must know about the studio; null for nothing. */
export function studioNotice({ planState, cappedAt }: Pick<Account, 'planState' | 'cappedAt'>): StudioNotice | null {
  const isTrue: Record<StudioNotice, boolean> = {
    suspended: planState === 'suspended',
    read_only: planState === 'read_only',
    past_due: planState === 'past_due',
    capped: cappedAt !== null,
  };
  return NOTICES.find((notice) => isTrue[notice]) ?? null;
}
