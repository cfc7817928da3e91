import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '#web/components/ui/copy-field.tsx';
import { PhotoTile } from '#web/components/ui/photo-tile.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { UploadDropzone } from '#web/components/ui/upload-dropzone.tsx';
import { link, pictures } from './samples.ts';

export function PhotosSection() {
  const { t } = useTranslation('design');
  const toast = useToast();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['DSC_0413.jpg']));
  const select = (name: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(name);
    else next.delete(name);
    setSelected(next);
  };
  const receive = (files: File[]) => toast({ title: t('photos.received', { count: files.length }) });
  const drop = {
    title: t('photos.dropTitle'),
    hint: t('photos.dropHint'),
    chooseFilesLabel: t('photos.chooseFiles'),
    chooseFolderLabel: t('photos.chooseFolder'),
    onFiles: receive,
  };
  return (
    <div className="flex flex-col gap-6">
      <div className="grid grid-cols-2 items-center gap-3 sm:grid-cols-4">
        {pictures.map((picture, index) => (
          <PhotoTile
            key={picture.name}
            {...picture}
            selected={selected.has(picture.name)}
            selectLabel={t('photos.select', { name: picture.name })}
            onSelect={(on) => select(picture.name, on)}
            coverLabel={index === 0 ? t('photos.cover') : undefined}
            status={index === 3 ? { tone: 'accent', label: t('photos.processing') } : undefined}
          />
        ))}
      </div>
      <UploadDropzone {...drop} />
      <UploadDropzone {...drop} compact />
      <CopyField label={t('photos.link')} value={link} hint={t('photos.linkHint')} />
    </div>
  );
}
