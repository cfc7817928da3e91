import { receiptData } from '#core/domain/receipts.ts';
import type { Queryable } from '../lib/db.ts';
import type { MailFile } from '../lib/mail.ts';
import { receiptFilename } from '../lib/receipt-text.ts';

/** A payment's receipt as it is printed; none where there is none. */
export async function receiptFile(db: Queryable, accountId: string, paymentId: string): Promise<MailFile | undefined> {
  const [row] = await db.query<{ data: unknown }>(
    'select data from receipts where account_id = $1 and payment_id = $2',
    [accountId, paymentId],
  );
  if (!row) return undefined;
  const data = receiptData.parse(row.data);
  // Only now: what sets type is large, and of a hundred mails one is a receipt.
  const { renderReceipt } = await import('../lib/receipt-pdf.ts');
  return { filename: receiptFilename(data), contentType: 'application/pdf', content: await renderReceipt(data) };
}
