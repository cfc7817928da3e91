import type { Queryable } from './db.ts';

/**
 * What is kept as the first or the last millisecond of a day of the studio and means that day, whatever the zone: when
 * a plan begins and ends, when a gallery was shot and closes, when an invited person's access ends, until when a client
 * is to pay. When a session is, when money came in and what lasts a number of hours are moments, and stay.
 */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  schedule_plans: ['start_date', 'end_date'],
  galleries: ['date', 'expires_at'],
  grants: ['expires_at'],
  session_billing: ['due_date', 'deposit_due_date'],
};

/** Has the days of a studio be the same days on the clock of another zone. */
export async function shiftAccountDays(
  tx: Queryable,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const [table, columns] of Object.entries(DAYS)) {
    const moved = columns.map((column) => `${column} = (${column} at time zone z.old) at time zone z.new`);
    await tx.query(
      `update ${table} set ${moved.join(', ')}
       from (select public.known_zone($2) as old, public.known_zone($3) as new) z
       where account_id = $1 and coalesce(${columns.join(', ')}) is not null`,
      [accountId, from, to],
    );
  }
}
