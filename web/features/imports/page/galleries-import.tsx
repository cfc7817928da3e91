import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { newGalleryId, newId } from '#web/lib/ids.ts';
import { paths } from '#web/lib/paths.ts';
import type { ImportTable, Mapping } from '../files/import-table.ts';
import { previewGalleries } from '../files/preview-galleries.ts';
import { ACCEPTED_TABLE_TYPES, readTable } from '../files/read-contacts.ts';
import { GALLERY_COLUMNS, GALLERY_FIELDS } from '../files/work-columns.ts';
import { countNewClients, workPlan } from '../files/work-preview.ts';
import type { Preview } from './import-kind.ts';
import { ImportPage } from './import-page.tsx';
import { workSteps } from './import-run.ts';
import { useClientChoice } from './use-client-choice.ts';

/** Maximum number of galleries that a query returns. */
const LIMIT = 1000;

/** Imports galleries without photos, as drafts. */
export function GalleriesImport() {
  const { t } = useTranslation(['import', 'galleries']);
  const { id: accountId, timeZone: zone, dateFormat } = useAccount();
  const format = useFormat();
  const choiceOf = useClientChoice('empty');
  const [clients, { type: clientsType }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const [galleries, { type: galleriesType }] = useQuery(queries.galleries.list({ limit: LIMIT }));
  const preview = (table: ImportTable, mapping: Mapping): Preview => {
    const order = dateFormat === 'mdy' ? 'mdy' : 'dmy';
    const rows = previewGalleries(table, mapping, { clients, galleries, zone, order });
    return {
      rows: rows.map((row) =>
        row.state === 'bad'
          ? row
          : {
              row: row.row,
              state: row.state,
              title: row.fields.name,
              detail: [row.clientName, row.fields.date && format.date(row.fields.date), row.fields.sections.join(', ')]
                .filter(Boolean)
                .join(' · '),
            },
      ),
      choice: choiceOf(countNewClients(rows)),
      plan(option) {
        const plan = workPlan(rows, { creates: option === 'create', without: 'empty' }, newId);
        const create = plan.create.map(({ sections, ...one }) => ({
          ...one,
          id: newGalleryId(accountId),
          sections: sections.map((name) => ({ id: newId(), name })),
        }));
        return { total: create.length, steps: () => workSteps(plan.clients, 'galleries', create) };
      },
    };
  };
  return (
    <ImportPage
      kind={{
        name: 'galleries',
        list: { to: paths.galleries, label: t('galleries:title') },
        accept: ACCEPTED_TABLE_TYPES,
        fields: GALLERY_FIELDS,
        read: (file) => readTable(file, GALLERY_COLUMNS),
        preview: clientsType === 'complete' && galleriesType === 'complete' ? preview : null,
      }}
    />
  );
}
