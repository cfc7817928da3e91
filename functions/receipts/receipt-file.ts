import type { ReceiptData } from '#core/domain/payments/receipts.ts';
import { attachment } from '../platform/http/content-disposition.ts';
import type { Services } from '../platform/services.ts';
import { receiptFilename } from './text.ts';

/** Returns the response with a receipt's PDF, with the studio's present letterhead. */
export async function receiptFile(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  accountId: string,
  data: ReceiptData,
) {
  // Load the PDF library only here: it takes longer to load than the rest.
  const [{ renderReceipt }, { loadLetterhead }] = await Promise.all([import('./pdf.ts'), import('./letterhead.ts')]);
  return {
    body: undefined,
    bytes: await renderReceipt(data, await loadLetterhead(db, storage, accountId)),
    headers: { 'content-type': 'application/pdf', 'content-disposition': attachment(receiptFilename(data)) },
  };
}
