import { z } from 'zod';
import { REQUEST_MS } from '#core/domain/studio/support.ts';
import { planEnd } from '../members/support-visits.ts';
import { timestamp } from '../platform/db/database.ts';
import { notifyOwners } from '../security/security-events.ts';
import type { ActRule } from './event.ts';

const params = z.object({ email: z.string().min(1) });

/** Asks the owners for a visit. Only a sign-in with a second factor may come. */
export const enter: ActRule = {
  logs: 'support_asked',

  async carryOut(tx, { id, accountId, reason, params: given }, now) {
    const { success, data } = params.safeParse(given);
    const [person] = success
      ? await tx.query<{ id: string; email: string }>('select id, email from auth_secured_user($1)', [data.email])
      : [];
    if (!person) return 'not_found';
    await tx.query(
      `insert into support_visits (id, account_id, user_id, email, reason, asked_at) values ($1, $2, $3, $4, $5, $6)`,
      [id, accountId, person.id, person.email, reason, timestamp(now)],
    );
    await planEnd(tx, { id, accountId }, now + REQUEST_MS, now);
    return 'done';
  },

  async tell(tx, { id, accountId, reason }, at) {
    const notice = { what: 'support_asked', accountId, outboxAccountId: accountId, reason } as const;
    await notifyOwners(tx, { ...notice, key: id }, at);
  },
};
