import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import type { CustomerPlaces } from '../customer-places.ts';
import type { ContactTable, FileProblem } from '../import/contact-table.ts';
import { readContacts } from '../import/read-contacts.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportPreview } from './import-check.tsx';
import { ImportProgress } from './import-progress.tsx';
import { useImportRun } from './use-import-run.ts';

interface ReadFile {
  name: string;
  table: ContactTable;
}

/** Brings an address book in: a file, a look at what it says, and writing it. */
export function ImportPage({ places }: { places: CustomerPlaces }) {
  const { t } = useTranslation('customers');
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  // Nobody is to be made twice: a file waits for those who are there already.
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
        back={{ to: places.customers, label: t('title') }}
        detail={file && !run && <p>{t('import.read', { count: file.table.rows.length, file: file.name })}</p>}
      />
      {run ? (
        <ImportProgress
          run={run}
          through={through}
          failed={failed}
          onRetry={retry}
          onForget={startOver}
          customers={places.customers}
        />
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
