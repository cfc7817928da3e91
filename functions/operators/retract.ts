import { retraction } from '#core/domain/studio/announcements.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { OperatorEvent, Outcome } from './event.ts';

/** Ends an announcement now: those who read announcements look for the act. */
export async function retract(tx: Queryable, { params }: OperatorEvent): Promise<Outcome> {
  const { success, data } = retraction.safeParse(params);
  if (!success) return 'invalid';
  const [row] = await tx.query<{ isRetracted: boolean }>(
    `select exists (select from operator_events r where r.kind = 'retract' and r.outcome = 'done'
       and r.params ->> 'announcement' = e.id) as "isRetracted"
     from operator_events e where e.id = $1 and e.kind = 'announce'`,
    [data.announcement],
  );
  if (!row) return 'not_found';
  return row.isRetracted ? 'unchanged' : 'done';
}
