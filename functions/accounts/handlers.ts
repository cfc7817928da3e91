import { accounts } from '#core/api/accounts.ts';
import { slug as slugSchema } from '#core/domain/studio/accounts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { ID_LENGTH, makeId } from '#core/domain/values/ids.ts';
import { assertCan, type Capability } from '#core/domain/studio/roles.ts';
import { assertMayWrite } from '#core/domain/studio/studio-access.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import type { Identity } from '../platform/auth/access-token.ts';
import { findMembership, readAuthUser } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { assertAccountCapacity, lockOwnedAccounts } from './close-account.ts';
import {
  assertSlugFree,
  limitSlugChanges,
  readAccount,
  readAccounts,
  shiftAccountDays,
  slugError,
  withSlugConflict,
} from './rows.ts';
import { recordTerms } from './terms.ts';

export { close, closed, restore } from './close-account.ts';
export { acceptTerms } from './terms.ts';
export { testMail } from './test-mail.ts';
export { endSitePreviews, previewSite } from '../site/previews.ts';
export { exportData, exportLink } from './export-handlers.ts';
export { restoreScript, saveScript, saveStyles } from '../site/code-handlers.ts';

/**
 * Checks membership, capability and the studio's state for a change of the account in the path. Non-members get `not_found`, as for an unknown account.
 */
async function requireCapability(db: Queryable, caller: Identity, accountId: string, capability: Capability) {
  const member = await findMembership(db, caller.userId, accountId);
  if (!member) throw new AppError('not_found');
  assertCan(member.role, capability);
  assertMayWrite(member.access);
}

export const list = defineHandler(accounts.list, async ({ services, caller }) => ({
  body: await readAccounts(services, caller.userId),
}));

export const create = defineHandler(accounts.create, async ({ services, caller, body }) => {
  const now = new Date(services.clock());
  const id = makeId(random, ID_LENGTH.account);
  await withSlugConflict(() =>
    services.db.transaction(async (tx) => {
      await lockOwnedAccounts(tx, caller);
      const person = await readAuthUser(tx, caller.userId);
      await assertAccountCapacity(tx, caller);
      await assertSlugFree(tx, body.slug, null);
      await tx.query(
        `insert into accounts (id, author_id, name, slug, language, time_zone, currency_code, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, caller.userId, body.name, body.slug, body.language, body.timeZone, body.currency, now],
      );
      await tx.query(
        `insert into account_members (account_id, user_id, role, name, email, created_at)
         values ($1, $2, 'owner', $3, $4, $5)`,
        [id, caller.userId, person.name, memberEmail(caller), now],
      );
      if (body.terms) await recordTerms(tx, { accountId: id, userId: caller.userId, ...body.terms }, now.getTime());
    }),
  );
  return { body: await readAccount(services, caller.userId, id) };
});

/** Returns the email for the membership row; a placeholder address for a user who signed up by phone. */
function memberEmail(caller: Identity): string {
  return caller.email || `${caller.userId}@phone.invalid`;
}

export const slugAvailable = defineHandler(accounts.slugAvailable, async ({ services, query }) => {
  const parsed = slugSchema.safeParse(query.slug);
  const reason = parsed.success ? await slugError(services.db, parsed.data, null) : ('slug_invalid' as const);
  return { body: { available: reason === null, reason } };
});

export const update = defineHandler(accounts.update, async ({ services, caller, params, body }) => {
  await requireCapability(services.db, caller, params.accountId, 'account.update');
  await services.db.transaction(async (tx) => {
    if (body.currency) await assertCurrencyFree(tx, params.accountId, body.currency);
    if (body.timeZone) await changeZone(tx, params.accountId, body.timeZone);
    await tx.query(
      `update accounts set name = coalesce($2, name), language = coalesce($3, language),
         time_zone = coalesce($4, time_zone), settings = coalesce($5, settings),
         currency_code = coalesce($6, currency_code), date_format = coalesce($7, date_format)
       where id = $1`,
      [
        params.accountId,
        body.name ?? null,
        body.language ?? null,
        body.timeZone ?? null,
        body.settings ?? null,
        body.currency ?? null,
        body.dateFormat ?? null,
      ],
    );
  });
  return { body: await readAccount(services, caller.userId, params.accountId) };
});

/** Serialises time zone changes: each change shifts the days that the previous one stored. */
async function changeZone(tx: Queryable, accountId: string, to: string): Promise<void> {
  const [account] = await tx.query<{ zone: string }>(
    'select time_zone as zone from accounts where id = $1 for no key update',
    [accountId],
  );
  if (account && account.zone !== to) await shiftAccountDays(tx, accountId, { from: account.zone, to });
}

/** Amounts are stored without currency, so the currency is fixed once amounts exist. */
async function assertCurrencyFree(tx: Queryable, accountId: string, currency: string): Promise<void> {
  const [account] = await tx.query<{ isOther: boolean; hasAmounts: boolean }>(
    `select a.currency_code <> $2 as "isOther",
       exists (select from payments p where p.account_id = a.id)
       or exists (select from session_billing b where b.account_id = a.id and b.payment_amount > 0)
       or exists (select from session_type_prices t where t.account_id = a.id and t.price > 0)
         or exists (select from products r where r.account_id = a.id and r.amount > 0)
         or exists (select from proposal_lines l where l.account_id = a.id and l.unit_amount > 0) as "hasAmounts"
     from accounts a where a.id = $1 for no key update of a`,
    [accountId, currency],
  );
  if (account?.isOther && account.hasAmounts) throw new AppError('currency_in_use', { field: 'currency' });
}

export const slug = defineHandler(accounts.slug, async ({ services, caller, params, body }) => {
  const may = (db: Queryable) => requireCapability(db, caller, params.accountId, 'account.slug');
  await may(services.db);
  const parsed = slugSchema.safeParse(body.slug);
  if (!parsed.success) throw new AppError('slug_invalid', { field: 'slug' });
  await withSlugConflict(() =>
    services.db.transaction(async (tx) => {
      await assertSlugFree(tx, parsed.data, params.accountId);
      const [before] = await tx.query<{ slug: string }>('select slug from accounts where id = $1 for no key update', [
        params.accountId,
      ]);
      // Check again under the lock: the studio may be closed, or the caller's role may have changed.
      await may(tx);
      if (!before || before.slug === parsed.data) return;
      await limitSlugChanges(tx, params.accountId, services.clock());
      // A trigger keeps the old slug as a redirect. Taking back an own previous slug deletes its redirect.
      await tx.query('update accounts set slug = $2 where id = $1', [params.accountId, parsed.data]);
      await enqueueAccountPurge(tx, params.accountId, [before.slug, parsed.data], services.clock());
      const event = { accountId: params.accountId, actor: caller, details: { from: before.slug, to: parsed.data } };
      await recordSecurityEvent(tx, { ...event, kind: 'slug_changed' }, services.clock());
    }),
  );
  return { body: await readAccount(services, caller.userId, params.accountId) };
});
