import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { newId } from '#web/lib/ids.ts';
import { paths } from '#web/lib/paths.ts';
import { CONTACT_FIELDS, type ImportTable, type Mapping } from '../files/import-table.ts';
import { importPlan, type KnownCustomer, previewImport, type PreviewRow } from '../files/preview-import.ts';
import { ACCEPTED_FILE_TYPES, readContacts } from '../files/read-contacts.ts';
import type { ImportChoice, Preview, ShownRow } from './import-kind.ts';
import { ImportPage } from './import-page.tsx';
import { customerSteps } from './import-run.ts';

/** Imports an address book. */
export function CustomersImport() {
  const { t } = useTranslation(['import', 'customers']);
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const choice: ImportChoice = {
    label: t('duplicates'),
    options: [
      { value: 'fill', label: t('fill'), hint: t('fillHint') },
      { value: 'skip', label: t('skip'), hint: t('skipHint') },
    ],
  };
  // Rows are compared once the existing clients are loaded.
  const isKnown = customers.length > 0 || type === 'complete';
  return (
    <ImportPage
      kind={{
        name: 'customers',
        list: { to: paths.customers, label: t('customers:title') },
        accept: ACCEPTED_FILE_TYPES,
        fields: CONTACT_FIELDS,
        read: readContacts,
        preview: isKnown ? (table, mapping) => preview(table, mapping, customers, choice) : null,
      }}
    />
  );
}

function preview(
  table: ImportTable,
  mapping: Mapping,
  customers: Iterable<KnownCustomer>,
  choice: ImportChoice,
): Preview {
  const rows = previewImport(table, mapping, customers);
  return {
    rows: rows.map(shownRow),
    choice: rows.some(({ state }) => state === 'duplicate') ? choice : null,
    plan(option) {
      const plan = importPlan(rows, option === 'skip' ? 'skip' : 'fill');
      return { total: plan.create.length + plan.update.length, steps: () => customerSteps(plan, newId) };
    },
  };
}

function shownRow(row: PreviewRow): ShownRow {
  if (row.state === 'bad') return row;
  const { name, email, phone, tags = [] } = row.fields;
  const fills = row.state === 'duplicate' && Object.keys(row.fills).length > 0;
  const state = row.state === 'ok' ? 'new' : fills ? 'fills' : 'same';
  return { row: row.row, state, title: name, detail: [email, phone, ...tags].filter(Boolean).join(' · ') };
}
