import type { ImportedFields, PreviewRow } from './preview-import.ts';

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
