import { makeId } from '#core/domain/values/ids.ts';
import { can, type Role } from '#core/domain/studio/roles.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { random } from '../platform/auth/secrets.ts';
import { timestamp } from '../platform/db/database.ts';
import { publishSite } from './releases.ts';

/** Publishes a studio's drafts as planned, unless the plan changed or its member may no longer publish. */
export async function publishPlanned({ payload: { accountId, at }, jobs }: EffectRun<'site.publish'>): Promise<void> {
  await jobs.db.transaction(async (tx) => {
    // Taking the plan out makes a second run do nothing.
    const [plan] = await tx.query<{ userId: string; role: Role | null }>(
      `update site_state s set publish_at = null, publish_by = null
       from site_state o join accounts a on a.id = o.account_id and a.deleted_at is null
         left join account_members m on m.account_id = o.account_id and m.user_id = o.publish_by
       where s.account_id = $1 and o.account_id = $1 and s.publish_at = $2
       returning o.publish_by as "userId", m.role`,
      [accountId, timestamp(at)],
    );
    if (!plan?.role || !can(plan.role, 'site.publish')) return;
    const release = { accountId, userId: plan.userId, releaseId: makeId(random), leaveOut: true };
    await publishSite(tx, release, jobs.clock());
  });
}
