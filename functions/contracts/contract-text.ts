import { createHash } from 'node:crypto';
import type { ShownContract } from '#core/api/contracts.ts';
import { type ContractGap, contractGaps } from '#core/domain/contracts/contract-gaps.ts';
import { deserializeContract, fillContract, serializeContract } from '#core/domain/contracts/contract-text.ts';
import { type ContractFacts, contractValues } from '#core/domain/contracts/contract-values.ts';
import type { ContractStatus } from '#core/domain/contracts/contracts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { epochMs, type Queryable } from '../platform/db/database.ts';
import { sessionNameIn } from '../public-studio/names.ts';

/** A person who signs a contract. */
export interface ContractSigner {
  id: string;
  contactId: string | null;
  /** Of the contact today; the client's name if the contact has none. */
  name: string;
  email: string;
  /** Epoch milliseconds; null until signed. */
  signedAt: number | null;
  /** As typed. */
  signerName: string;
  ip: string;
  userAgent: string;
}

/** A contract with what its text is filled from. */
export interface ContractRow extends ContractFacts {
  id: string;
  accountId: string;
  sessionId: string;
  templateId: string | null;
  /** The booking waits for it. */
  isRequired: boolean;
  photographerId: string | null;
  title: string;
  language: Language;
  status: ContractStatus;
  needsCountersignature: boolean;
  signedAt: number | null;
  signerName: string;
  countersignedAt: number | null;
  countersignerName: string;
  /** Of a draft, its template's present text. */
  source: string;
  /** In order. */
  signers: ContractSigner[];
  /** The text of the first signature. */
  signedText: string | null;
  /** First signed by the link of the booking form. */
  isFormSigned: boolean;
  signedSha256: string | null;
  finalSha256: string | null;
  /** The client was erased: only owners and admins see the contract. */
  isLocked: boolean;
  clientEmail: string;
}

/** Returns a contract with its session's present data; undefined if it is missing or foreign. */
export async function readContract(db: Queryable, accountId: string, id: string): Promise<ContractRow | undefined> {
  const [row] = await db.query<ContractRow>(
    `select k.id, k.account_id as "accountId", k.session_id as "sessionId", k.template_id as "templateId", k.is_required as "isRequired", s.photographer_id as "photographerId",
       k.title, k.language, k.status, k.needs_countersignature as "needsCountersignature", ${epochMs('k.sent_at')} as "sentAt",
       ${epochMs('k.signed_at')} as "signedAt", k.signer_name as "signerName", ${epochMs('k.countersigned_at')} as "countersignedAt",
       k.countersigner_name as "countersignerName", 
       case when k.status = 'draft' then coalesce(m.texts -> k.language ->> 'body', t.source) else t.source end as source,
       t.signed_text as "signedText",
       (select coalesce(json_agg(json_build_object('id', n.id, 'contactId', n.contact_id,
           'name', coalesce(nullif(p.name, ''), c.name), 'email', coalesce(p.email, ''),
           'signedAt', ${epochMs('n.signed_at')}, 'signerName', n.signer_name, 'ip', n.signer_ip,
           'userAgent', n.signer_user_agent) order by n.position, n.id), '[]')
         from contract_signers n left join customer_contacts p on p.account_id = n.account_id and p.id = n.contact_id
         where n.account_id = k.account_id and n.contract_id = k.id) as signers,
       t.is_form_signed as "isFormSigned", t.signed_sha256 as "signedSha256",
       t.final_sha256 as "finalSha256", t.erase_at is not null as "isLocked",
       c.name as client, c.email as "clientEmail", c.address as "clientAddress", c.tax_id as "clientTaxId",
       a.name as studio, p.value as photographer, x.value as tax, coalesce(${sessionNameIn('y', 'k.language')}, '') as type,
       ${epochMs('s.date')} as date, s.duration, s.location,
       case when l.id is not null then json_build_object('name', l.name, 'address', l.address) end as "savedLocation",
       b.payment_amount as price, b.deposit_amount as deposit, a.currency_code as currency, a.time_zone as "timeZone"
     from contracts k left join contract_templates m on m.account_id = k.account_id and m.id = k.template_id
       join contract_texts t on t.account_id = k.account_id and t.contract_id = k.id
       join accounts a on a.id = k.account_id
       join sessions s on s.account_id = k.account_id and s.id = k.session_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id
       join session_billing b on b.account_id = s.account_id and b.session_id = s.id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
       left join settings p on p.account_id = a.id and p.key = 'photographer'
       left join settings x on x.account_id = a.id and x.key = 'tax'
     where k.account_id = $1 and k.id = $2`,
    [accountId, id],
  );
  return row;
}

/** What a link allows of a contract. */
export interface ContractViewer {
  /** The signers for whom it may sign. */
  signable: readonly ContractSigner[];
  /** It may show the other signers' names. */
  seesNames: boolean;
}

/** The text as it is signed: JSON of `serializeContract`. */
export function contractText(row: ContractRow): string {
  const { title, source, language } = row;
  return (
    row.signedText ?? serializeContract(fillContract({ title, body: source, language }, contractValues(row, language)))
  );
}

/** Returns what a contract's text lacks to be sent and signed; nothing after the first signature. */
export function findGaps(row: ContractRow): ContractGap[] {
  return row.signedText === null ? contractGaps(row.source, contractValues(row, row.language)) : [];
}

/** A signer who has signed. */
export type Signature = ContractSigner & { signedAt: number };

/** Returns the signatures of a contract, the first one first. */
export function signaturesOf({ signers }: Pick<ContractRow, 'signers'>): Signature[] {
  return signers
    .filter((signer): signer is Signature => signer.signedAt !== null)
    .toSorted((one, other) => one.signedAt - other.signedAt);
}

/**
 * Refuses a text that asks for a lawyer's check or has a field without a value.
 * @throws AppError `contract_incomplete`, with what it lacks as `gaps`
 */
export function assertComplete(row: ContractRow): void {
  const gaps = findGaps(row);
  if (gaps.length > 0) throw new AppError('contract_incomplete', { gaps });
}

/** SHA-256, lower case hexadecimal. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Returns a contract as it is shown.
 * @param viewer whose link shows it; by default a reader, who signs nothing
 */
export function toShownContract(
  row: ContractRow,
  viewer: ContractViewer = { signable: [], seesNames: true },
): ShownContract {
  const text = contractText(row);
  const { id, status, needsCountersignature, signedAt, signerName, countersignedAt, countersignerName } = row;
  const isOwn = (signer: ContractSigner) => viewer.signable.some((one) => one.id === signer.id);
  return {
    id,
    ...deserializeContract(text),
    textHash: hashOf(text),
    status,
    isComplete: findGaps(row).length === 0,
    signers: row.signers.map((signer) => ({
      id: signer.id,
      name: viewer.seesNames || isOwn(signer) ? signer.signerName || signer.name : '',
      signedAt: signer.signedAt,
      canSign: status === 'sent' && signer.signedAt === null && isOwn(signer),
    })),
    needsCountersignature,
    signedAt,
    signerName,
    countersignedAt,
    countersignerName,
  };
}
