import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { isPublicGallery, publicFirst } from '../photos/public-galleries.ts';

/** Maximum number of galleries in the list; see the query. */
export const MAX_GALLERIES = 1000;

interface GalleryFieldProps {
  label: string;
  hint?: string;
  value: string | null;
  onChange: (galleryId: string) => void;
}

/** A gallery, public ones first. Says so if visitors do not see it. */
export function GalleryField({ label, hint, value, onChange }: GalleryFieldProps) {
  const { t } = useTranslation('blocks');
  const now = useNow();
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: MAX_GALLERIES }));
  const chosen = galleries.find(({ id }) => id === value);
  const isGone = value !== null && type === 'complete' && !chosen;
  const isClosed = chosen && !isPublicGallery(chosen, now);
  return (
    <Field label={label} hint={isClosed ? t('gallery.closed') : hint} error={isGone ? t('gallery.gone') : undefined}>
      <Combobox
        value={value}
        onChange={(next) => next && onChange(next)}
        options={publicFirst(galleries, now).map((gallery) => ({
          value: gallery.id,
          label: gallery.name,
          detail: [gallery.customer?.name, !isPublicGallery(gallery, now) && t('gallery.private')]
            .filter(Boolean)
            .join(' · '),
        }))}
        placeholder={t('gallery.choose')}
      />
    </Field>
  );
}
