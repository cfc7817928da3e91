import { z } from 'zod';
import { customerFields } from '#core/domain/customers.ts';
import type { FieldIssue } from '#core/domain/errors.ts';
import type { ContactTable, Mapping } from './contact-table.ts';
import { rowReader } from './read-row.ts';

/** As the mutators take it: what a file does not say is left out, and only the name is always there. */
const importedFields = customerFields.partial().required({ name: true });
export type ImportedFields = z.output<typeof importedFields>;
type Changes = Partial<ImportedFields>;

/** A customer that is there already. */
export type KnownCustomer = { id: string } & {
  readonly [K in keyof ImportedFields]?: Readonly<ImportedFields[K]> | null;
};

/** The customer, or the earlier row of the same file, that has this e-mail. */
export type DuplicateOf = { customerId: string } | { row: number };

/** What would become of one row; `row` counts the table's rows from 0. */
export type PreviewRow =
  | { row: number; state: 'ok'; fields: ImportedFields }
  | { row: number; state: 'duplicate'; fields: ImportedFields; sameAs: DuplicateOf; fills: Changes }
  | { row: number; state: 'bad'; reasons: readonly FieldIssue[] };

interface Met {
  sameAs: DuplicateOf;
  fields: Record<string, unknown>;
}

/**
 * What an import would do, row by row. Nobody is there twice: an e-mail that a customer or an earlier row has makes a
 * duplicate, whatever its case. Its `fills` are what that one does not have yet; nothing that is there is changed.
 */
export function previewImport(
  table: Pick<ContactTable, 'headers' | 'rows'>,
  mapping: Mapping,
  existing: Iterable<KnownCustomer>,
): PreviewRow[] {
  const read = rowReader(table, mapping);
  const met = new Map<string, Met>();
  for (const { id, ...fields } of existing) {
    const email = emailKey(fields.email);
    if (email && !met.has(email)) met.set(email, { sameAs: { customerId: id }, fields });
  }
  return table.rows.map((cells, row): PreviewRow => {
    const judged = importedFields.safeParse(read(cells));
    if (!judged.success) return { row, state: 'bad', reasons: reasonsOf(judged.error) };
    const fields = judged.data;
    const email = emailKey(fields.email);
    const known = email ? met.get(email) : undefined;
    if (!known) {
      if (email) met.set(email, { sameAs: { row }, fields });
      return { row, state: 'ok', fields };
    }
    const fills = fillsFor(known.fields, fields);
    // A third row of the same person offers only what the second has not.
    met.set(email, { ...known, fields: { ...known.fields, ...fills } });
    return { row, state: 'duplicate', fields, sameAs: known.sameAs, fills };
  });
}

function emailKey(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? '';
}

function fillsFor(known: Readonly<Record<string, unknown>>, given: ImportedFields): Changes {
  return Object.fromEntries(Object.entries(given).filter(([field, value]) => isEmpty(known[field]) && !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** One reason a field: of thirty tags that are too long, one says it all. */
function reasonsOf(error: z.ZodError): FieldIssue[] {
  const reasons = new Map<string, string>();
  for (const { path, code } of error.issues) {
    const field = String(path[0] ?? '');
    if (!reasons.has(field)) reasons.set(field, code ?? 'custom');
  }
  return [...reasons].map(([field, code]) => ({ field, code }));
}

export interface ImportPlan {
  create: ImportedFields[];
  update: { customerId: string; changes: Partial<ImportedFields> }[];
}

/**
 * What is to be written once a person has agreed: duplicates fill what their customer does not have yet, or are left
 * out. One entry a customer, however many rows speak of it.
 */
export function importPlan(preview: readonly PreviewRow[], duplicates: 'fill' | 'skip'): ImportPlan {
  const created = new Map<number, ImportedFields>();
  const updated = new Map<string, Partial<ImportedFields>>();
  for (const row of preview) {
    if (row.state === 'ok') created.set(row.row, row.fields);
    if (row.state !== 'duplicate' || duplicates === 'skip' || Object.keys(row.fills).length === 0) continue;
    const { sameAs, fills } = row;
    if ('customerId' in sameAs) updated.set(sameAs.customerId, { ...updated.get(sameAs.customerId), ...fills });
    else created.set(sameAs.row, { ...created.get(sameAs.row)!, ...fills });
  }
  const update = [...updated].map(([customerId, changes]) => ({ customerId, changes }));
  return { create: [...created.values()], update };
}
