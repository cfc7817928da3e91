import { ImagePlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { Labelled } from '../choice-field.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { isPublicGallery } from './public-galleries.ts';
import { Thumbnail } from './thumbnail.tsx';
import { type BlockPhoto, usePhotos } from './use-photos.ts';

interface PhotoFieldProps {
  label: string;
  value: string | undefined;
  onChange: (photoId: string | null) => void;
}

/** One photo, chosen from the galleries. */
export function PhotoField({ label, value, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('blocks');
  const [isOpen, setOpen] = useState(false);
  const { byId, isComplete } = usePhotos(useMemo(() => (value === undefined ? [] : [value]), [value]));
  const photo = byId.get(value ?? '');
  const isGone = value !== undefined && isComplete && !photo;
  return (
    <Labelled label={label}>
      {value === undefined ? (
        <Button icon={<ImagePlus />} onClick={() => setOpen(true)}>
          {t('photos.choose')}
        </Button>
      ) : (
        <div className="flex w-full min-w-0 items-start gap-3">
          <Thumbnail photo={photo} isGone={isGone} className="w-24 shrink-0" />
          <div className="flex min-w-0 flex-col gap-2">
            <PhotoSource photo={photo} isGone={isGone} />
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => setOpen(true)}>
                {t('photos.change')}
              </Button>
              <Button size="small" variant="quiet" onClick={() => onChange(null)}>
                {t('photos.remove')}
              </Button>
            </div>
          </div>
        </div>
      )}
      {isOpen && (
        <PhotoPicker
          onClose={() => setOpen(false)}
          taken={value === undefined ? [] : [value]}
          max={1}
          onPick={([photoId]) => photoId !== undefined && onChange(photoId)}
        />
      )}
    </Labelled>
  );
}

/** Name of a photo, its gallery, and whether visitors see that. */
export function PhotoSource({ photo, isGone }: { photo: BlockPhoto | undefined; isGone: boolean }) {
  const { t } = useTranslation('blocks');
  const now = useNow();
  if (isGone) return <p className="text-caption text-danger">{t('photos.gone')}</p>;
  const gallery = photo?.gallery;
  return (
    <div className="flex min-w-0 flex-col text-caption">
      <p className="truncate font-medium">{photo?.filename ?? '\u00a0'}</p>
      {gallery && <p className="truncate text-soft">{gallery.name}</p>}
      {gallery && !isPublicGallery(gallery, now) && <Tag tone="warning">{t('photos.private')}</Tag>}
    </div>
  );
}
