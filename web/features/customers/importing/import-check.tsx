import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { RadioGroup } from '#web/components/ui/radio-group.tsx';
import { newId } from '#web/lib/ids.ts';
import { useStore } from '#web/lib/store.tsx';
import { rejectedRowsCsv } from '../import/bad-rows.ts';
import type { ContactTable } from '../import/contact-table.ts';
import { importPlan } from '../import/import-plan.ts';
import { previewImport, type PreviewRow } from '../import/preview-import.ts';
import type { CustomerListRow } from '../customer-rows.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { importSteps, type ImportRun } from './import-run.ts';
import { MappingForm } from './mapping-list.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { useIssueText } from './use-reason.ts';

interface ImportPreviewProps {
  fileName: string;
  table: ContactTable;
  customers: readonly CustomerListRow[];
  onStart: (run: ImportRun) => void;
  onCancel: () => void;
}

/** What the file's columns are taken for, and what would become of its rows: before anything is written. */
export function ImportPreview({ fileName, table, customers, onStart, onCancel }: ImportPreviewProps) {
  const { t } = useTranslation(['customers', 'common']);
  const { writable } = useStore();
  const reason = useIssueText();
  const [mapping, setMapping] = useState(table.mapping);
  const [duplicates, setDuplicates] = useState<'fill' | 'skip'>('fill');
  const settled = useDeferredValue(mapping);
  const preview = useMemo(() => previewImport(table, settled, customers), [table, settled, customers]);
  const plan = useMemo(() => importPlan(preview, duplicates), [preview, duplicates]);
  const [fresh, same, bad] = [countOf(preview, 'ok'), countOf(preview, 'duplicate'), countOf(preview, 'bad')];
  const total = plan.create.length + plan.update.length;
  const start = () => {
    // What the columns say now: the preview may still be on its way there.
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
        <Button variant="primary" disabled={total === 0 || !writable} onClick={start}>
          {t('import.act', { count: total })}
        </Button>
        <Button onClick={onCancel}>{t('import.other')}</Button>
        {!writable && <p className="text-caption text-soft">{t('common:waiting')}</p>}
      </div>
    </div>
  );
}

function countOf(rows: readonly PreviewRow[], state: PreviewRow['state']): number {
  return rows.filter((row) => row.state === state).length;
}
