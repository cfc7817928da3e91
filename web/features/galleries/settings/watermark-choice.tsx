import { useQuery } from '@rocicorp/zero/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Progress of re-rendering a gallery's pictures; hidden if all are current. */
function RenditionProgress({ galleryId }: { galleryId: string }) {
  const { t } = useTranslation('watermarks');
  const format = useFormat();
  const [photos] = useQuery(queries.galleries.photos({ galleryId }));
  const ready = photos.filter(({ status }) => status === 'ready');
  const done = ready.filter(({ styleVersion, renderedVersion }) => styleVersion === renderedVersion).length;
  if (done === ready.length) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <Progress
        label={t('choice.progress')}
        value={done / ready.length}
        text={t('choice.progressText', { done: format.number(done), total: format.number(ready.length) })}
      />
      <p className="text-caption text-soft">{t('choice.progressHint')}</p>
    </div>
  );
}

interface WatermarkChoiceProps {
  gallery: GalleryRow;
}

/** Chooses the watermark of the gallery's pictures; applies immediately. */
export function WatermarkChoice({ gallery }: WatermarkChoiceProps) {
  const { t } = useTranslation('watermarks');
  const id = useId();
  const mutate = useMutation();
  const writable = useWritable();
  const [marks] = useQuery(queries.watermarks.list());
  const change = (next: string | null) => {
    const before = gallery.watermarkId;
    const mark = marks.find((one) => one.id === next);
    void mutate(update(gallery.id, next), {
      done: mark ? t('choice.set', { name: mark.name }) : t('choice.taken'),
      undo: () => update(gallery.id, before),
    });
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('choice.title')}
      </h2>
      <Field label={t('choice.label')} hint={t('choice.hint')}>
        <Select
          value={gallery.watermarkId ?? ''}
          disabled={!writable}
          onChange={({ target }) => change(target.value || null)}
          options={[
            { value: '', label: t('choice.none') },
            ...marks.map(({ id: value, name, imageVersion }) => ({
              value,
              label: imageVersion === 0 ? t('choice.noPicture', { name }) : name,
              disabled: imageVersion === 0,
            })),
          ]}
        />
      </Field>
      <RenditionProgress galleryId={gallery.id} />
      <p>
        <Link to={paths.watermarks} className="thumb text-soft">
          {t('choice.manage')}
        </Link>
      </p>
    </section>
  );
}

const update = (id: string, watermarkId: string | null) =>
  mutators.galleries.update({ id, changes: { watermarkId }, now: Date.now() });
