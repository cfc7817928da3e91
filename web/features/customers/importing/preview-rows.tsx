import { useTranslation } from 'react-i18next';
import { Tag } from '#web/components/ui/tag.tsx';
import type { ContactTable } from '../import/contact-table.ts';
import type { PreviewRow } from '../import/preview-import.ts';
import { useIssueText } from './use-reason.ts';

/** As many as show whether the columns were understood. */
const SHOWN = 12;

interface PreviewRowsProps {
  table: ContactTable;
  preview: readonly PreviewRow[];
}

/** What would become of the first rows, those that would be refused before all others. */
export function PreviewRows({ table, preview }: PreviewRowsProps) {
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
