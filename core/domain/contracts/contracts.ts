import { z } from 'zod';
import { AppError } from '../values/errors.ts';
import { rowId } from '../values/ids.ts';
import { type Language, LANGUAGES } from '../values/languages.ts';
import { findFields } from '../messages/message-templates.ts';
import { line, personName, text } from '../values/primitives.ts';
import { countSignatures } from './signatures.ts';
import type { Transitions } from '../values/transitions.ts';

const CONTRACT_STATUSES = ['draft', 'sent', 'signed', 'withdrawn'] as const;
export const contractStatus = z.enum(CONTRACT_STATUSES);
export type ContractStatus = z.infer<typeof contractStatus>;

/**
 * A draft is what a booking needs and cannot be sent yet, because its text lacks something (`contractGaps`). A contract is
 * signed once all of its signers have; from the first signature on, its text stays. A signed contract is final; a new
 * version is another contract.
 */
export const CONTRACT_TRANSITIONS: Transitions<ContractStatus> = {
  draft: ['sent', 'withdrawn'],
  sent: ['signed', 'withdrawn'],
  signed: [],
  withdrawn: [],
};

/** Whose turn it is. */
export type ContractState =
  | 'draft'
  | 'sent'
  | 'partlySigned'
  | 'toCountersign'
  | 'signed'
  | 'signedByBoth'
  | 'withdrawn';

/** Returns the state of a contract, as every screen shows it. */
export function contractState(contract: {
  status: ContractStatus;
  signers: readonly { signedAt: number | null }[];
  needsCountersignature: boolean;
  countersignedAt: number | null;
}): ContractState {
  if (contract.status === 'sent' && countSignatures(contract.signers)) return 'partlySigned';
  if (contract.status !== 'signed') return contract.status;
  if (contract.countersignedAt !== null) return 'signedByBoth';
  return contract.needsCountersignature ? 'toCountersign' : 'signed';
}

/** Fields of a contract's text, written `{{name}}` as in mails. */
export const CONTRACT_FIELDS = [
  'client',
  'clientAddress',
  'clientTaxId',
  'studio',
  'studioAddress',
  'studioTaxId',
  'type',
  'date',
  'time',
  'duration',
  'place',
  'price',
  'deposit',
  'balance',
  'contractDate',
] as const;
export type ContractField = (typeof CONTRACT_FIELDS)[number];

/** Control characters except tab and line feed, and the controls that reorder text: a reader must see what is signed. */
const HIDES_TEXT = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Text of several lines, without anything that a reader does not see. */
export const plainText = text
  .transform((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => !HIDES_TEXT.test(value));

const contractText = z.strictObject({
  title: line.min(1).max(120),
  /** Lines of core/domain/contracts/contract-text.ts. */
  body: plainText.pipe(z.string().min(1).max(30_000)),
});
export type ContractText = z.infer<typeof contractText>;

/** One text per language; at least one. */
export const contractTexts = z
  .strictObject({ en: contractText.optional(), es: contractText.optional(), ca: contractText.optional() })
  .refine((texts) => LANGUAGES.some((language) => texts[language]));
export type ContractTexts = z.infer<typeof contractTexts>;

const templateFields = z.strictObject({
  name: line.min(1).max(120),
  texts: contractTexts,
  /** The studio signs after the client. */
  needsCountersignature: z.boolean(),
});
export const newContractTemplate = templateFields.extend({ id: rowId });
export const contractTemplateChanges = templateFields.partial();

/** Maximum number of contract templates per studio, archived ones included. */
export const MAX_CONTRACT_TEMPLATES = 50;

/** Maximum number of contracts of a session, withdrawn ones included. */
export const MAX_SESSION_CONTRACTS = 20;

/** The signer's typed name. */
export const signature = personName.min(2).max(120);

/** SHA-256, lower case hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Returns the known fields of a text, each once. */
export function findContractFields(body: string): ContractField[] {
  const found = new Set(findFields(body));
  return CONTRACT_FIELDS.filter((field) => found.has(field));
}

/** Returns the unknown fields of a text, each once. */
export function findUnknownContractFields(body: string): string[] {
  const known: readonly string[] = CONTRACT_FIELDS;
  return [...new Set(findFields(body).filter((name) => !known.includes(name)))];
}

/**
 * A title has no fields, because members who see no amounts see it.
 * @throws AppError `template_field_unknown`, naming the first unknown field
 */
export function assertKnownContractFields(texts: ContractTexts): void {
  for (const language of LANGUAGES) {
    const { title = '', body = '' } = texts[language] ?? {};
    const [inTitle] = findFields(title);
    const [inBody] = findUnknownContractFields(body);
    const name = inTitle ?? inBody;
    const field = `texts.${language}.${inTitle === undefined ? 'body' : 'title'}`;
    if (name !== undefined) throw new AppError('template_field_unknown', { field, name });
  }
}

/**
 * Returns the language in which a document is shown: the wanted one, else the studio's, else the first that it has.
 */
export function documentLanguage(
  texts: Readonly<Partial<Record<Language, unknown>>>,
  wanted: Language,
  studio: Language,
): Language {
  return [wanted, studio, ...LANGUAGES].find((language) => texts[language]) ?? wanted;
}
