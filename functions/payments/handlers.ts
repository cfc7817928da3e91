import { payments } from '#core/api/payments.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { receiptData } from '#core/domain/payments/receipts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { knownZone } from '#core/domain/values/known-zone.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import { attachment } from '../platform/http/content-disposition.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { peekNextReceipt, RECEIPT_DATA } from '../receipts/issue.ts';
import { receiptFile } from '../receipts/receipt-file.ts';
import { ERASED_CLIENT } from '../receipts/retention.ts';
import { paymentsCsv, paymentsFilename, readPaymentRows } from './csv.ts';

/** Returns the photographer to filter by; null for all (docs/decisions/roles.md). */
const photographerFilter = ({ role, userId }: Actor) => (can(role, 'money.all') ? null : userId);

export const receipt = defineHandler(payments.receipt, async ({ services, caller, params }) => {
  const [found] = await services.db.query<{ data: unknown; isLocked: boolean }>(
    `select ${RECEIPT_DATA} as data, r.client_erase_at is not null as "isLocked"
     from receipts r join payments p on p.account_id = r.account_id and p.id = r.payment_id
     where r.payment_id = $1 and r.account_id = $2 and ($3::uuid is null or p.photographer_id = $3)`,
    [params.paymentId, caller.accountId, photographerFilter(caller)],
  );
  if (!found) throw new AppError('not_found');
  const stored = receiptData.parse(found.data);
  // The client was erased: only owners and admins, who answer for the books, see the recipient.
  const isHidden = found.isLocked && !can(caller.role, 'account.update');
  const data = isHidden ? { ...stored, client: ERASED_CLIENT, session: { ...stored.session, name: '' } } : stored;
  return receiptFile(services, caller.accountId, data);
});

export const nextReceipt = defineHandler(payments.nextReceipt, async ({ services, caller }) => ({
  body: await peekNextReceipt(services.db, caller.accountId, services.clock()),
}));

export const csv = defineHandler(payments.csv, async ({ services, caller, query }) => {
  const { db } = services;
  const [studio] = await db.query<{ language: Language; timeZone: string }>(
    'select language, time_zone as "timeZone" from accounts where id = $1',
    [caller.accountId],
  );
  if (!studio) throw new AppError('not_found');
  const rows = await readPaymentRows(db, caller.accountId, { photographerId: photographerFilter(caller), ...query });
  return {
    body: undefined,
    json: paymentsCsv(rows, { ...studio, timeZone: knownZone(studio.timeZone) }),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(paymentsFilename(studio.language)),
    },
  };
});
