import type { SecurityEventDetails, SecurityEventKind } from '#core/domain/studio/security-events.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A row of `operator_events`. */
export interface OperatorEvent {
  id: string;
  /** Null for an act on no studio, and once the studio is erased. */
  accountId: string | null;
  kind: string;
  reason: string;
  params: Record<string, unknown>;
  visibleAt: number;
  doneAt: number | null;
  outcome: string | null;
}

/** An act on a studio. */
export interface StudioAct extends OperatorEvent {
  accountId: string;
}

/** How an act ended: `done`, also for what visitors did not see (`done_unseen`), or why it changed nothing. */
export type Outcome = 'done' | 'done_unseen' | 'unchanged' | 'too_early' | 'not_found' | 'invalid';

export interface ActRule {
  /** Carries the act out in the transaction. */
  carryOut: (tx: Queryable, act: StudioAct, now: number) => Promise<Outcome>;
  /** The event in the studio's log. */
  logs: SecurityEventKind;
  /** Details of that event beside the reason. */
  details?: (act: StudioAct) => SecurityEventDetails;
  /**
   * Mails the owners.
   * @param at when the act was carried out, which is earlier than `now` if a legal order postponed that they are told
   */
  tell: (tx: Queryable, act: StudioAct, at: number, now: number) => Promise<void>;
}
