import { useQuery } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { paths } from '#web/lib/paths.ts';
import type { ContactTable, FileProblem } from '../import/contact-table.ts';
import { ACCEPTED_FILE_TYPES, readContacts } from '../import/read-contacts.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { useImportRun } from './import-run.ts';

/** Accepts an address book by drop or file dialog. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('customers');
  const [over, setOver] = useState(false);
  const take = ([file]: readonly File[]) => {
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way; the button inside does the same
    <section
      aria-label={t('import.drop')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex max-w-3xl flex-col items-center gap-4 rounded-control border border-dashed px-4 py-14 text-center transition-colors',
        over ? 'border-accent bg-accent-tint' : 'border-edge',
      )}
    >
      <p className="text-lead font-semibold">{t('import.drop')}</p>
      <p className="max-w-[62ch] text-caption text-soft">{t('import.formats')}</p>
      <FilePicker label={t('import.choose')} icon={<FileUp />} primary accept={ACCEPTED_FILE_TYPES} onFiles={take} />
    </section>
  );
}

interface ReadFile {
  name: string;
  table: ContactTable;
}

/** Imports an address book in three steps: file, preview, progress. */
export function ImportPage() {
  const { t } = useTranslation('customers');
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  // The file is processed after the existing clients are loaded, to detect duplicates.
  const isKnown = customers.length > 0 || type === 'complete';
  const { run, through, failed, start, retry, forget } = useImportRun();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const read = async (chosen: File) => {
    setProblem(null);
    const contacts = await readContacts(chosen);
    if (contacts.ok) setFile({ name: chosen.name, table: contacts.table });
    else setProblem(contacts.code);
  };
  const startOver = () => {
    setFile(null);
    forget();
  };
  return (
    <>
      <PageHeader
        title={t('import.title')}
        back={{ to: paths.customers, label: t('title') }}
        detail={file && !run && <p>{t('import.read', { count: file.table.rows.length, file: file.name })}</p>}
      />
      {run ? (
        <ImportProgress run={run} through={through} failed={failed} onRetry={retry} onForget={startOver} />
      ) : file && !isKnown ? (
        <Spinner text={t('import.comparing')} />
      ) : file ? (
        <ImportPreview
          fileName={file.name}
          table={file.table}
          customers={customers}
          onStart={start}
          onCancel={() => setFile(null)}
        />
      ) : (
        <div className="flex flex-col gap-6">
          {problem && (
            <Banner tone="danger" title={t('import.unreadable')}>
              {t(`import.file.${problem}`)}
            </Banner>
          )}
          <FileDrop onFile={(chosen) => void read(chosen)} />
        </div>
      )}
    </>
  );
}
