import { z } from 'zod';
import { customerFields } from '#core/domain/clients/customers.ts';
import type { FieldIssue } from '#core/domain/values/errors.ts';
import type { ImportTable, Mapping } from './import-table.ts';
import { rowReader } from './read-row.ts';

/** Fields as the mutators take them: empty ones are left out, only the name is required. */
const { name, email, phone } = customerFields.shape;
const importedFields = customerFields
  .extend({ secondName: name, secondEmail: email, secondPhone: phone })
  .partial()
  .required({ name: true });
export type ImportedFields = z.output<typeof importedFields>;
/** Existing clients keep their people. */
type Changes = Partial<z.output<typeof customerFields>>;

/** An existing client. */
export type KnownCustomer = { id: string } & {
  readonly [K in keyof ImportedFields]?: Readonly<ImportedFields[K]> | null;
};

/** The client, or the earlier row of the same file, that has this email. */
export type DuplicateOf = { customerId: string } | { row: number };

/** Result of one row; `row` is the index in the table, from 0. */
export type PreviewRow =
  | { row: number; state: 'ok'; fields: ImportedFields }
  | { row: number; state: 'duplicate'; fields: ImportedFields; sameAs: DuplicateOf; fills: Changes }
  | { row: number; state: 'bad'; reasons: readonly FieldIssue[] };

interface Met {
  sameAs: DuplicateOf;
  fields: Record<string, unknown>;
}

/**
 * Returns the result of an import, row by row. A row whose email belongs to a client or an earlier row is a duplicate,
 * regardless of case. Its `fills` are the fields that are empty there; existing values never change.
 */
export function previewImport(
  table: Pick<ImportTable, 'headers' | 'rows'>,
  mapping: Mapping,
  existing: Iterable<KnownCustomer>,
): PreviewRow[] {
  const read = rowReader(table, mapping);
  const seen = new Map<string, Met>();
  for (const { id, ...fields } of existing) {
    const email = emailKey(fields.email);
    if (email && !seen.has(email)) seen.set(email, { sameAs: { customerId: id }, fields });
  }
  return table.rows.map((cells, row): PreviewRow => {
    const judged = importedFields.safeParse(read(cells));
    if (!judged.success) return { row, state: 'bad', reasons: reasonsOf(judged.error) };
    const fields = judged.data;
    const email = emailKey(fields.email);
    const known = email ? seen.get(email) : undefined;
    if (!known) {
      if (email) seen.set(email, { sameAs: { row }, fields });
      return { row, state: 'ok', fields };
    }
    const fills = fillsFor(known.fields, fields);
    // A third row of the same person fills only what the second has not.
    seen.set(email, { ...known, fields: { ...known.fields, ...fills } });
    return { row, state: 'duplicate', fields, sameAs: known.sameAs, fills };
  });
}

function emailKey(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? '';
}

function fillsFor(known: Readonly<Record<string, unknown>>, incoming: ImportedFields): Changes {
  return Object.fromEntries(
    Object.entries(incoming).filter(
      ([field, value]) => field in customerFields.shape && isEmpty(known[field]) && !isEmpty(value),
    ),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns one reason per field: thirty tags that are too long give one reason. */
export function reasonsOf(error: z.ZodError): FieldIssue[] {
  const reasons = new Map<string, string>();
  for (const { path, code } of error.issues) {
    const field = String(path[0] ?? '');
    if (!reasons.has(field)) reasons.set(field, code ?? 'custom');
  }
  return [...reasons].map(([field, code]) => ({ field, code }));
}

export interface ImportPlan {
  create: ImportedFields[];
  update: { customerId: string; changes: Changes }[];
}

/**
 * Returns the changes of an import: duplicates fill empty fields of their client, or are skipped. One entry per client,
 * even if several rows match.
 */
export function importPlan(preview: readonly PreviewRow[], duplicates: 'fill' | 'skip'): ImportPlan {
  const created = new Map<number, ImportedFields>();
  const updated = new Map<string, Changes>();
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
