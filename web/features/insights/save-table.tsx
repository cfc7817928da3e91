import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { saveFile } from '#web/lib/browser/files.ts';

interface SaveTableProps {
  /** Name of the table, for the button's label and the file. */
  name: string;
  load: () => Promise<Blob>;
}

/** Saves a table as CSV. */
export function SaveTable({ name, load }: SaveTableProps) {
  const { t } = useTranslation('insights');
  const { call, busy } = useApiCall();
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Download />}
      loading={busy}
      aria-label={t('save', { table: name })}
      onClick={() => void call(async () => saveFile(await load(), `${name}.csv`))}
      className="-mr-3 shrink-0"
    >
      {t('csv')}
    </Button>
  );
}
