import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Calendar } from '#web/components/ui/inputs/calendar.tsx';
import { ColorPicker } from '#web/components/ui/inputs/color-picker.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { FocalPointPicker } from '#web/components/ui/inputs/focal-point-picker.tsx';
import { UploadDropzone } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { link, pictures } from './samples.ts';

export function PickersSection() {
  const { t } = useTranslation('design');
  const [day, setDay] = useState<string | null>('2026-11-24');
  const [color, setColor] = useState('#3b82f6');
  const [point, setPoint] = useState({ x: 0.33, y: 0.4 });
  const picture = pictures[2];
  const src = useMemo(() => placeholderUrl(picture.thumbhash) ?? '', [picture]);
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Calendar value={day} onChange={setDay} today="2026-11-21" isDisabled={(date) => date < '2026-11-10'} />
      <div className="flex flex-col gap-6">
        <FocalPointPicker
          src={src}
          alt={picture.name}
          width={picture.width}
          height={picture.height}
          value={point}
          onChange={setPoint}
        />
        <ColorPicker label={t('pickers.accent')} hint={t('pickers.accentHint')} value={color} onChange={setColor} />
      </div>
    </div>
  );
}

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
