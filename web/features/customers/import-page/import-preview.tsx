import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { WaitingNote } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { newId } from '#web/lib/ids.ts';
import type { ContactTable } from '../import/contact-table.ts';
import { importPlan, previewImport, type PreviewRow } from '../import/preview-import.ts';
import { rejectedRowsCsv } from '../import/rejected-rows.ts';
import type { CustomerListRow } from '../types.ts';
import { type ImportRun, importSteps } from './import-run.ts';
import { MappingForm, useIssueText } from './mapping-form.tsx';

/** Number of rows shown, enough to check the mapping. */
const SHOWN = 12;

interface PreviewRowsProps {
  table: ContactTable;
  preview: readonly PreviewRow[];
}

/** Results of the first rows, rejected ones first. */
function PreviewRows({ table, preview }: PreviewRowsProps) {
  const { t } = useTranslation('customers');
  const bad = preview.filter(({ state }) => state === 'bad');
  const shown = [...bad, ...preview.filter(({ state }) => state !== 'bad')].slice(0, SHOWN);
  return (
    <>
      <ul aria-label={t('import.preview')} className="divide-y divide-line border-y border-line">
        {shown.map((row) => (
          <Row key={row.row} row={row} cells={table.rows[row.row] ?? []} />
        ))}
      </ul>
      {preview.length > SHOWN && (
        <p className="text-caption text-soft">{t('import.more', { count: preview.length - SHOWN })}</p>
      )}
    </>
  );
}

function Row({ row, cells }: { row: PreviewRow; cells: readonly string[] }) {
  const { t } = useTranslation('customers');
  const reason = useIssueText();
  if (row.state === 'bad') {
    return (
      <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
        <div className="min-w-0">
          <p className="truncate">{cells.filter(Boolean).slice(0, 4).join(' · ') || t('import.emptyRow')}</p>
          <p className="text-caption text-soft">{row.reasons.map(reason).join(' ')}</p>
        </div>
        <Tag tone="danger">{t('import.state.bad')}</Tag>
      </li>
    );
  }
  const { name, email, phone, tags = [] } = row.fields;
  const fills = row.state === 'duplicate' && Object.keys(row.fills).length > 0;
  const state = row.state === 'ok' ? 'new' : fills ? 'fills' : 'same';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-caption text-soft">{[email, phone, ...tags].filter(Boolean).join(' · ')}</p>
      </div>
      <Tag tone={state === 'new' ? 'success' : 'neutral'}>{t(`import.state.${state}`)}</Tag>
    </li>
  );
}

interface ImportPreviewProps {
  fileName: string;
  table: ContactTable;
  customers: readonly CustomerListRow[];
  onStart: (run: ImportRun) => void;
  onCancel: () => void;
}

/** Shows the mapping of the columns and the results of the rows before the import. */
export function ImportPreview({ fileName, table, customers, onStart, onCancel }: ImportPreviewProps) {
  const { t } = useTranslation(['customers', 'common']);
  const reason = useIssueText();
  const [mapping, setMapping] = useState(table.mapping);
  const [duplicates, setDuplicates] = useState<'fill' | 'skip'>('fill');
  const settled = useDeferredValue(mapping);
  const preview = useMemo(() => previewImport(table, settled, customers), [table, settled, customers]);
  const plan = useMemo(() => importPlan(preview, duplicates), [preview, duplicates]);
  const [fresh, same, bad] = [countOf(preview, 'ok'), countOf(preview, 'duplicate'), countOf(preview, 'bad')];
  const total = plan.create.length + plan.update.length;
  const start = () => {
    // Recompute for the current mapping while the deferred preview is older.
    const rows = settled === mapping ? preview : previewImport(table, mapping, customers);
    const steps = importSteps(importPlan(rows, duplicates), newId);
    const badCount = countOf(rows, 'bad');
    const texts = { reasons: t('import.reasonsColumn'), reason };
    const badRows = badCount > 0 ? rejectedRowsCsv(table, mapping, rows, texts) : '';
    onStart({ steps, next: 0, fileName, badRows, badCount });
  };
  return (
    <div className="flex flex-col gap-12">
      <PageSection title={t('import.mapping')}>
        <p className="measure text-soft">{t(`import.dialect.${table.dialect}`)}</p>
        <MappingForm table={table} mapping={mapping} onChange={setMapping} />
      </PageSection>
      <PageSection title={t('import.preview')}>
        <p role="status" className="flex flex-wrap gap-x-6">
          <span>{t('import.counts.new', { count: fresh })}</span>
          <span>{t('import.counts.same', { count: same })}</span>
          <span className={bad > 0 ? 'text-danger' : ''}>{t('import.counts.bad', { count: bad })}</span>
        </p>
        <PreviewRows table={table} preview={preview} />
        {same > 0 && (
          <RadioGroup
            label={t('import.duplicates')}
            value={duplicates}
            onChange={setDuplicates}
            options={[
              { value: 'fill', label: t('import.fill'), hint: t('import.fillHint') },
              { value: 'skip', label: t('import.skip'), hint: t('import.skipHint') },
            ]}
          />
        )}
      </PageSection>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="primary" writes disabled={total === 0} onClick={start}>
          {t('import.act', { count: total })}
        </Button>
        <Button onClick={onCancel}>{t('import.other')}</Button>
        <WaitingNote />
      </div>
    </div>
  );
}

function countOf(rows: readonly PreviewRow[], state: PreviewRow['state']): number {
  return rows.filter((row) => row.state === state).length;
}
