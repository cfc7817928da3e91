import { payments } from '#core/api/payments.ts';
import { AppError } from '#core/domain/errors.ts';
import type { Language } from '#core/domain/languages.ts';
import { receiptData } from '#core/domain/receipts.ts';
import { can } from '#core/domain/roles.ts';
import { attachment } from '../lib/content-disposition.ts';
import { timestamp } from '../lib/db.ts';
import { defineHandler } from '../lib/http.ts';
import type { Member } from '../lib/membership.ts';
import { receiptFilename } from '../lib/receipt-text.ts';
import { MAX_ROWS, paymentsCsv, paymentsFilename, type PaymentRow } from './payments-csv.ts';

/** Null: everybody's (decisions §3). */
const photographerFilter = ({ role, userId }: Member) => (can(role, 'money.all') ? null : userId);

export const receipt = defineHandler(payments.receipt, async ({ services, caller, params }) => {
  const [found] = await services.db.query<{ data: unknown }>(
    `select r.data from receipts r join payments p on p.account_id = r.account_id and p.id = r.payment_id
     where r.payment_id = $1 and r.account_id = $2 and ($3::uuid is null or p.photographer_id = $3)`,
    [params.paymentId, caller.accountId, photographerFilter(caller)],
  );
  if (!found) throw new AppError('not_found');
  const data = receiptData.parse(found.data);
  // What sets type takes longer to load than everything else here.
  const { renderReceipt } = await import('../lib/receipt-pdf.ts');
  return {
    body: undefined,
    bytes: await renderReceipt(data),
    headers: { 'content-type': 'application/pdf', 'content-disposition': attachment(receiptFilename(data)) },
  };
});

export const csv = defineHandler(payments.csv, async ({ services, caller, query }) => {
  const { db } = services;
  const [studio] = await db.query<{ language: Language; timeZone: string }>(
    'select language, time_zone as "timeZone" from accounts where id = $1',
    [caller.accountId],
  );
  if (!studio) throw new AppError('not_found');
  const rows = await db.query<PaymentRow>(
    `select p.id, p.date, p.receipt, c.name as client, coalesce(nullif(s.type, ''), t.name, '') as session, p.purpose,
       p.method, p.status, p.amount, p.currency, p.refunds_payment_id is not null as "isRefund", o.receipt as "refundOf", p.notes
     from payments p join sessions s on s.id = p.session_id join customers c on c.id = s.customer_id
       left join session_types t on t.id = s.session_type_id left join payments o on o.id = p.refunds_payment_id
     where p.account_id = $1 and ($2::uuid is null or p.photographer_id = $2)
       and p.date >= coalesce($3::timestamptz, '-infinity') and p.date < coalesce($4::timestamptz, 'infinity')
     order by p.date, p.id limit $5`,
    // One more than goes in, so that the file can say that it is not all.
    [caller.accountId, photographerFilter(caller), timestamp(query.from), timestamp(query.to), MAX_ROWS + 1],
  );
  return {
    body: undefined,
    json: paymentsCsv(rows, studio),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(paymentsFilename(studio.language)),
    },
  };
});
