import { creditAct, limitAct } from '#core/domain/studio/plan-acts.ts';
import { PRICES } from '#core/domain/studio/prices.ts';
import { notifyOwners } from '../security/security-events.ts';
import type { ActRule, StudioAct } from './event.ts';

const tell: ActRule['tell'] = async (tx, { id, accountId, reason }, at) => {
  const notice = { what: 'plan_changed', accountId, outboxAccountId: accountId, reason } as const;
  await notifyOwners(tx, { ...notice, key: id }, at);
};

/** Lowers the next bills of a studio by an amount. */
export const credit: ActRule = {
  logs: 'plan_changed',
  details: ({ params }) => ({ to: `${(creditAct.parse(params).amount / 100).toFixed(2)} ${PRICES[0].currency}` }),

  async carryOut(tx, { accountId, params }) {
    const { success, data } = creditAct.safeParse(params);
    if (!success) return 'invalid';
    const changed = await tx.query(
      'update account_plans set credit = credit + $2 where account_id = $1 returning account_id',
      [accountId, data.amount],
    );
    return changed.length > 0 ? 'done' : 'not_found';
  },

  tell,
};

/** Makes an exception from a limit of a studio's plan, or ends one. */
export const limits: ActRule = {
  logs: 'plan_changed',
  details: ({ params }: StudioAct) => {
    const { limit, value } = limitAct.parse(params);
    return { to: `${limit} ${limit === 'stored' && value !== null ? `${value / 1e9} GB` : (value ?? '–')}` };
  },

  async carryOut(tx, { accountId, params }) {
    const { success, data } = limitAct.safeParse(params);
    if (!success) return 'invalid';
    const [plan] = await tx.query<{ isSame: boolean }>(
      `select (limits ->> $2)::bigint is not distinct from $3::bigint as "isSame"
       from account_plans where account_id = $1 for update`,
      [accountId, data.limit, data.value],
    );
    if (!plan) return 'not_found';
    if (plan.isSame) return 'unchanged';
    await tx.query(
      `update account_plans set limits = case when $3::bigint is null then limits - $2::text
         else limits || jsonb_build_object($2::text, $3::bigint) end where account_id = $1`,
      [accountId, data.limit, data.value],
    );
    return 'done';
  },

  tell,
};
