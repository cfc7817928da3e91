import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '#web/components/ui/upload-dropzone.tsx';
import { ACCEPTED_FILE_TYPES } from '../import/read-contacts.ts';

/** Where an address book comes in: by choice or by drop. */
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
