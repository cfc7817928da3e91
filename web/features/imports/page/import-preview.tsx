import { clsx } from 'clsx';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { WaitingNote } from '#web/components/layout/page-section.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import type { ImportTable, Mapping } from '../files/import-table.ts';
import { rejectedRowsCsv } from '../files/rejected-rows.ts';
import type { ImportKind, Preview, ShownRow } from './import-kind.ts';
import type { ImportRun } from './import-run.ts';
import { MappingForm, useIssueText } from './mapping-form.tsx';

/** Number of rows shown, enough to check the mapping. */
const SHOWN = 12;

interface PreviewRowsProps {
  kind: ImportKind;
  table: ImportTable;
  mapping: Mapping;
  rows: readonly ShownRow[];
}

/** Results of the first rows, rejected ones first. */
function PreviewRows({ kind, table, mapping, rows }: PreviewRowsProps) {
  const { t } = useTranslation('import');
  const bad = rows.filter(({ state }) => state === 'bad');
  const shown = [...bad, ...rows.filter(({ state }) => state !== 'bad')].slice(0, SHOWN);
  return (
    <>
      <ul aria-label={t('preview')} className="divide-y divide-line border-y border-line">
        {shown.map((row) => (
          <Row
            key={row.row}
            kind={kind}
            row={row}
            cells={(table.rows[row.row] ?? []).filter((_, column) => mapping[column])}
          />
        ))}
      </ul>
      {rows.length > SHOWN && <p className="text-caption text-soft">{t('more', { count: rows.length - SHOWN })}</p>}
    </>
  );
}

function Row({ kind, row, cells }: { kind: ImportKind; row: ShownRow; cells: readonly string[] }) {
  const { t } = useTranslation('import');
  const reason = useIssueText(kind);
  const isBad = row.state === 'bad';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className={clsx('truncate', !isBad && 'font-medium')}>
          {isBad ? cells.filter(Boolean).slice(0, 4).join(' · ') || t('emptyRow') : row.title}
        </p>
        <p className={clsx('text-caption text-soft', !isBad && 'md:truncate')}>
          {isBad
            ? [kind.name === 'customers' ? '' : t('work.row', { number: row.row + 1 }), ...row.reasons.map(reason)]
                .filter(Boolean)
                .join(' ')
            : row.detail}
        </p>
      </div>
      <Tag tone={isBad ? 'danger' : row.state === 'new' ? 'success' : 'neutral'}>{t(`state.${row.state}`)}</Tag>
    </li>
  );
}

interface ImportPreviewProps {
  kind: ImportKind;
  preview: NonNullable<ImportKind['preview']>;
  fileName: string;
  table: ImportTable;
  onStart: (run: ImportRun) => void;
  onCancel: () => void;
}

/** Shows the mapping of the columns and the results of the rows before the import. */
export function ImportPreview({ kind, preview: previewOf, fileName, table, onStart, onCancel }: ImportPreviewProps) {
  const { t } = useTranslation(['import', 'common']);
  const reason = useIssueText(kind);
  const [mapping, setMapping] = useState(table.mapping);
  const [option, setOption] = useState<string | null>(null);
  const settled = useDeferredValue(mapping);
  const preview = useMemo(() => previewOf(table, settled), [previewOf, table, settled]);
  const { choice } = preview;
  const chosenOf = (of: Preview['choice']) => option ?? of?.options[0]?.value ?? '';
  const plan = preview.plan(chosenOf(choice));
  const [fresh, bad] = [countOf(preview.rows, 'new'), countOf(preview.rows, 'bad')];
  const same = preview.rows.length - fresh - bad;
  const start = () => {
    // Recompute for the current mapping while the deferred preview is older.
    const current = settled === mapping ? preview : previewOf(table, mapping);
    const steps = current.plan(chosenOf(current.choice)).steps();
    const badCount = countOf(current.rows, 'bad');
    const texts = { reasons: t('reasonsColumn'), reason };
    const badRows = badCount > 0 ? rejectedRowsCsv(table, mapping, current.rows, texts) : '';
    onStart({ steps, next: 0, fileName, badRows, badCount });
  };
  return (
    <div className="flex flex-col gap-12">
      <PageSection title={t('mapping')}>
        <p className="measure text-soft">{t(`dialect.${table.dialect}`)}</p>
        <MappingForm kind={kind} table={table} mapping={mapping} onChange={setMapping} />
      </PageSection>
      <PageSection title={t('preview')}>
        <p role="status" className="flex flex-wrap gap-x-6">
          <span>{t(`${kind.name}.new`, { count: fresh })}</span>
          {same > 0 && <span>{t('counts.same', { count: same })}</span>}
          {bad > 0 && <span className="text-danger">{t('counts.bad', { count: bad })}</span>}
        </p>
        <PreviewRows kind={kind} table={table} mapping={settled} rows={preview.rows} />
        {choice && (
          <RadioGroup label={choice.label} value={chosenOf(choice)} onChange={setOption} options={choice.options} />
        )}
        {kind.name !== 'customers' && <p className="measure text-soft">{t(`${kind.name}.note`)}</p>}
      </PageSection>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="primary" writes disabled={plan.total === 0} onClick={start}>
          {t(`${kind.name}.act`, { count: plan.total })}
        </Button>
        <Button onClick={onCancel}>{t('other')}</Button>
        <WaitingNote />
      </div>
    </div>
  );
}

function countOf(rows: readonly ShownRow[], state: ShownRow['state']): number {
  return rows.filter((row) => row.state === state).length;
}
