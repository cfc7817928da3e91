import { AppError } from '#core/domain/values/errors.ts';
import { withdrawMessages } from '../outbox/messages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { type ContractRow, type ContractSigner, contractText } from './contract-text.ts';

/** A signature by a typed name. */
interface NewSignature {
  name: string;
  ip: string;
  userAgent: string;
  signer: ContractSigner;
  /** By the link of the booking form. */
  isFormSigned: boolean;
}

/**
 * Records one person's signature. The first one decides the text, which stays from then on.
 * @throws AppError `conflict` if the person no longer signs
 */
export async function recordSignature(
  tx: Queryable,
  row: ContractRow,
  { name, ip, userAgent, signer, isFormSigned }: NewSignature,
  now: number,
): Promise<void> {
  const { id: contractId, accountId, sessionId } = row;
  if (row.signedText === null) {
    await tx.query(
      `update contract_texts set signed_text = $3, signed_price = $4, signed_deposit = $5, is_form_signed = $6
       where account_id = $1 and contract_id = $2`,
      [accountId, contractId, contractText(row), row.price, row.deposit, isFormSigned],
    );
    await tx.query('update contracts set signed_date = $3, signed_duration = $4 where account_id = $1 and id = $2', [
      accountId,
      contractId,
      timestamp(row.date),
      row.duration,
    ]);
  }
  const signed = await tx.query(
    `update contract_signers set signed_at = $3, signer_name = $4, signer_ip = $5, signer_user_agent = $6
     where account_id = $1 and id = $2 and signed_at is null returning id`,
    [accountId, signer.id, timestamp(now), name, ip.slice(0, 64), userAgent.slice(0, 500)],
  );
  if (signed.length === 0) throw new AppError('conflict');
  await tx.query('update contracts set updated_at = $3 where account_id = $1 and id = $2', [
    accountId,
    contractId,
    timestamp(now),
  ]);
  const asked = { kinds: ['contract_to_sign', 'contract_reminder'], reason: 'already_signed' } as const;
  const contactIds = signer.contactId === null ? undefined : [signer.contactId];
  await withdrawMessages(tx, { accountId, sessionId, ...asked, contactIds, documentId: contractId }, now);
}
