import { type ComponentType, type FormEvent, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  GALLERY_COVER_STYLES,
  type GalleryCoverStyle,
  type GalleryDesign,
  readGalleryDesign,
} from '#core/domain/galleries/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { IntroSection, StickySubmit } from '#web/components/layout/page-section.tsx';
import { DrawnChoice } from '#web/components/ui/inputs/drawn-choice.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { DESIGN_OPTIONS, type DesignValues, toDesign, toDesignValues } from '#web/lib/galleries/design-values.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { COVER_DRAWINGS } from './cover-drawings.tsx';
import { FontPairChoice } from './font-pair-choice.tsx';

export interface DesignPreviewProps {
  gallery: GalleryRow;
  coverStyle: GalleryCoverStyle;
  design: GalleryDesign;
}

type TabValues = { coverStyle: GalleryCoverStyle } & DesignValues;

interface DesignTabProps extends TabProps {
  /** Draws the gallery's public page. */
  preview: ComponentType<DesignPreviewProps>;
}

/** How the gallery's page looks, beside its preview; on a phone the preview sticks to the top. */
export function DesignTab({ gallery, preview: Preview }: DesignTabProps) {
  const { t } = useTranslation(['galleries', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const toast = useToast();
  const { id, coverStyle, settings } = gallery;
  const saved = useMemo(
    (): TabValues => ({ coverStyle, ...toDesignValues(readGalleryDesign(settings)) }),
    [coverStyle, settings],
  );
  const { values, isClean, isAwaited, change, discard, saving } = useDraft(`design:${id}`, saved);
  const tried = useDeferredValue(values);
  const design = useMemo(() => toDesign(tried), [tried]);

  const update = (to: TabValues) =>
    mutators.galleries.update({
      id,
      changes: { coverStyle: to.coverStyle, design: toDesign(to) },
      now: Date.now(),
    });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await mutate(update(values), { done: t('common:saved'), undo: () => update(saved), ...saving() });
  };
  const select = (key: Exclude<keyof GalleryDesign, 'fontPair'>) => (
    <Field key={key} label={t(`design.${key}.label`)}>
      <Select
        value={values[key]}
        onChange={({ target }) => change({ [key]: target.value })}
        options={DESIGN_OPTIONS[key].map((value) => ({
          value,
          label: t(`design.${key}.${value}` as 'design.layout.rows'),
        }))}
      />
    </Field>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-12"
    >
      <Preview gallery={gallery} coverStyle={tried.coverStyle} design={design} />
      <fieldset disabled={!writable} className="flex min-w-0 flex-col gap-12">
        <IntroSection title={t('design.cover')} intro={t('coverStyleHint')}>
          <DrawnChoice
            label={t('coverStyle')}
            value={values.coverStyle}
            onChange={(next) => change({ coverStyle: next })}
            options={GALLERY_COVER_STYLES.map((value) => ({
              value,
              label: t(`coverStyles.${value}`),
              drawing: COVER_DRAWINGS[value],
            }))}
          />
          {select('titlePosition')}
        </IntroSection>
        <IntroSection title={t('design.grid')}>
          <div className="grid gap-4 sm:grid-cols-2">{(['layout', 'photoSize', 'spacing'] as const).map(select)}</div>
        </IntroSection>
        <IntroSection title={t('design.fontPair.label')} intro={t('design.fontPair.intro')}>
          <FontPairChoice
            label={t('design.fontPair.label')}
            sample={gallery.name}
            value={values.fontPair}
            onChange={(fontPair) => change({ fontPair })}
          />
        </IntroSection>
        <IntroSection title={t('design.colors.title')} intro={t('design.colors.intro')}>
          {select('colors')}
        </IntroSection>
        <StickySubmit
          label={t('common:save')}
          clean={isClean}
          loading={isAwaited}
          discard={{
            label: t('design.discard'),
            onDiscard: () => toast({ title: t('design.discarded'), onUndo: discard() }),
          }}
        />
      </fieldset>
    </form>
  );
}
