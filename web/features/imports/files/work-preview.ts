import type { z } from 'zod';
import { newCustomer, type NewCustomer } from '#core/domain/clients/customers.ts';
import type { FieldIssue } from '#core/domain/values/errors.ts';
import type { ImportTable, Mapping } from './import-table.ts';
import { reasonsOf } from './preview-import.ts';
import { clientMatcher, type KnownClient, type RowClient } from './client-matcher.ts';

/** Result of one row of sessions or galleries; `row` is the index in the table, from 0. */
export type WorkRow<Fields> =
  | { row: number; state: 'new' | 'same'; fields: Fields; client: RowClient | null; clientName: string }
  | { row: number; state: 'bad'; reasons: readonly FieldIssue[] };

export type ReadRow<Fields> =
  | { fields: Fields; client: RowClient | null; clientName: string }
  | { wrong: FieldIssue[] };

/** Returns the cell of a field, trimmed; empty if no column has it. */
export type CellOf<Field extends string> = (field: Field) => string;

/**
 * Returns a function that reads the cells of a row by field. Several columns of one field: the first cell with a value.
 */
export function cellReader<Field extends string>(mapping: Mapping) {
  const columns = new Map<string, number[]>();
  for (const [column, field] of mapping.entries()) {
    if (field) columns.set(field, [...(columns.get(field) ?? []), column]);
  }
  return (row: readonly string[]): CellOf<Field> =>
    (field) =>
      columns.get(field)?.flatMap((column) => row[column]?.trim() || [])[0] ?? '';
}

/** Finds the client of each row; an issue if it is ambiguous or could not be created. */
export function clientReader(clients: Iterable<KnownClient>) {
  const match = clientMatcher(clients);
  const names = new Map([...clients].map(({ id, name }) => [id, name]));
  return (
    cellOf: CellOf<'client' | 'email'>,
  ): { client: RowClient | null; clientName: string } | { wrong: FieldIssue[] } => {
    const found = match({ name: cellOf('client'), email: cellOf('email') });
    if (found === undefined) return { wrong: [{ field: 'client', code: 'ambiguous' }] };
    if (found === null) return { client: null, clientName: '' };
    if ('id' in found) return { client: found, clientName: names.get(found.id) ?? '' };
    const judged = newCustomer.omit({ id: true }).safeParse({ name: found.name, email: found.email });
    if (judged.success) return { client: found, clientName: found.name };
    return {
      wrong: reasonsOf(judged.error).map(({ field, code }) => ({ field: field === 'name' ? 'client' : field, code })),
    };
  };
}

/** Returns the issues of a failed validation, or none. */
export const issuesOf = (judged: z.ZodSafeParseResult<unknown>): FieldIssue[] =>
  judged.success ? [] : reasonsOf(judged.error);

/**
 * Returns the result of an import, row by row. A row that is already there as often as in the file is not created again,
 * so that a file can be imported twice, and equal rows of one file are all imported.
 * @param keyOf identifies rows that are the same; `client` is the id of an existing client
 */
export function previewRows<Fields>(
  table: Pick<ImportTable, 'rows'>,
  read: (cells: readonly string[]) => ReadRow<Fields>,
  existing: Iterable<string>,
  keyOf: (fields: Fields, client: string) => string,
): WorkRow<Fields>[] {
  const left = new Map<string, number>();
  for (const key of existing) left.set(key, (left.get(key) ?? 0) + 1);
  return table.rows.map((cells, row): WorkRow<Fields> => {
    const result = read(cells);
    if ('wrong' in result) return { row, state: 'bad', reasons: result.wrong };
    const { fields, client } = result;
    // A client that is new has no rows yet.
    const key = client && !('id' in client) ? null : keyOf(fields, client?.id ?? '');
    const count = key === null ? 0 : (left.get(key) ?? 0);
    if (key !== null && count > 0) left.set(key, count - 1);
    return { row, state: count > 0 ? 'same' : 'new', ...result };
  });
}

interface WorkPlan<Fields> {
  clients: NewCustomer[];
  create: (Fields & { customerId: string | null })[];
}

/** Returns the number of clients that the import would create. */
export function countNewClients(rows: readonly WorkRow<unknown>[]): number {
  return new Set(
    rows.flatMap((row) => (row.state === 'new' && row.client && 'key' in row.client ? row.client.key : [])),
  ).size;
}

/**
 * Returns the rows to create with their clients, each new client once.
 * @param without what becomes of a row whose client is not created: skipped, or imported without a client
 */
export function workPlan<Fields>(
  rows: readonly WorkRow<Fields>[],
  { creates, without }: { creates: boolean; without: 'skip' | 'empty' },
  makeId: () => string,
): WorkPlan<Fields> {
  const clients = new Map<string, NewCustomer>();
  const create = rows.flatMap((row): (Fields & { customerId: string | null })[] => {
    if (row.state !== 'new') return [];
    const { fields, client } = row;
    if (client === null) return [{ ...fields, customerId: null }];
    if ('id' in client) return [{ ...fields, customerId: client.id }];
    if (!creates) return without === 'skip' ? [] : [{ ...fields, customerId: null }];
    const { key, name, email } = client;
    const made = clients.get(key) ?? { id: makeId(), name, email };
    clients.set(key, made);
    return [{ ...fields, customerId: made.id }];
  });
  return { clients: [...clients.values()], create };
}
