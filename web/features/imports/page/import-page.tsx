import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import type { ImportTable, FileProblem } from '../files/import-table.ts';
import type { ImportKind } from './import-kind.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { useImportRun } from './import-run.ts';

/** Accepts a file by drop or file dialog. */
function FileDrop({ kind, onFile }: { kind: ImportKind; onFile: (file: File) => void }) {
  const { t } = useTranslation('import');
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
      aria-label={t(`${kind.name}.drop`)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex column flex-col items-center gap-4 rounded-control border border-dashed px-4 py-14 text-center transition-colors',
        over ? 'border-accent bg-accent-tint' : 'border-edge',
      )}
    >
      <p className="text-lead font-semibold">{t(`${kind.name}.drop`)}</p>
      <p className="max-w-[62ch] text-caption text-soft">{t(`${kind.name}.formats`)}</p>
      <FilePicker label={t('choose')} icon={<FileUp />} primary accept={kind.accept} onFiles={take} />
    </section>
  );
}

interface ReadFile {
  name: string;
  table: ImportTable;
}

/** Imports a file in three steps: file, preview, progress. */
export function ImportPage({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('import');
  const { run, through, failed, start, retry, forget } = useImportRun(kind.name);
  const [file, setFile] = useState<ReadFile | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const read = async (chosen: File) => {
    setProblem(null);
    const result = await kind.read(chosen);
    if (result.ok) setFile({ name: chosen.name, table: result.table });
    else setProblem(result.code);
  };
  const startOver = () => {
    setFile(null);
    forget();
  };
  return (
    <>
      <PageHeader
        title={t(`${kind.name}.title`)}
        back={kind.list}
        detail={file && !run && <p>{t('read', { count: file.table.rows.length, file: file.name })}</p>}
      />
      {run ? (
        <ImportProgress kind={kind} run={run} through={through} failed={failed} onRetry={retry} onForget={startOver} />
      ) : file && !kind.preview ? (
        <Spinner text={t('comparing')} />
      ) : file && kind.preview ? (
        <ImportPreview
          kind={kind}
          preview={kind.preview}
          fileName={file.name}
          table={file.table}
          onStart={start}
          onCancel={() => setFile(null)}
        />
      ) : (
        <div className="flex flex-col gap-6">
          {problem && (
            <Banner tone="danger" title={t('unreadable')}>
              {t(`file.${problem}`)}
            </Banner>
          )}
          <FileDrop kind={kind} onFile={(chosen) => void read(chosen)} />
        </div>
      )}
    </>
  );
}
