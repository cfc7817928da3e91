import { accounts } from '#core/api/accounts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { assertCan } from '#core/domain/studio/roles.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { findRole } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { exportKey } from './export-key.ts';

/** Lifetime of a download link, in seconds. The client opens it immediately. */
const LINK_S = 60;

async function requireOwner(db: Queryable, userId: string, accountId: string): Promise<void> {
  const role = await findRole(db, userId, accountId);
  if (!role) throw new AppError('not_found');
  assertCan(role, 'account.delete');
}

/** Allows one queued export per studio. A repeated request returns the queued one. */
export const exportData = defineHandler(accounts.exportData, async ({ services, caller, params: { accountId } }) => {
  const { db, clock } = services;
  await requireOwner(db, caller.userId, accountId);
  const now = clock();
  await limitAttempts(db, 'exports', { account: accountId }, now);
  const id = await db.transaction(async (tx) => {
    const [created] = await tx.query<{ id: string }>(
      `insert into account_exports (id, account_id, author_id, created_at) values ($1, $2, $3, $4)
       on conflict (account_id) where status = 'queued' do nothing returning id`,
      [makeId(random), accountId, caller.userId, timestamp(now)],
    );
    if (!created) return pendingExport(tx, accountId);
    await enqueue(tx, accountId, 'account.export', { exportId: created.id }, now, {
      dedupeKey: `export:${created.id}`,
    });
    await recordSecurityEvent(tx, { accountId, kind: 'data_exported', actor: caller }, now);
    return created.id;
  });
  return { body: { id } };
});

async function pendingExport(tx: Queryable, accountId: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `select id from account_exports where account_id = $1 and status = 'queued'`,
    [accountId],
  );
  // The export ended between the two statements.
  if (!row) throw new AppError('conflict');
  return row.id;
}

export const exportLink = defineHandler(accounts.exportLink, async ({ services, caller, params }) => {
  const { db, clock, storage } = services;
  const { accountId, exportId } = params;
  await requireOwner(db, caller.userId, accountId);
  const [row] = await db.query<{ slug: string; day: string }>(
    `select a.slug, to_char(e.created_at at time zone a.time_zone, 'YYYY-MM-DD') as day
     from account_exports e join accounts a on a.id = e.account_id
     where e.id = $1 and e.account_id = $2 and e.status = 'ready' and e.expires_at > $3`,
    [exportId, accountId, timestamp(clock())],
  );
  if (!row) throw new AppError('not_found');
  const name = `${row.slug}-${row.day}.zip`;
  return {
    body: { url: await storage.presignGet('renditions', exportKey({ accountId, id: exportId }), name, LINK_S) },
  };
});
