import { type ComponentType, type FormEvent, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COLOR_SCHEMES,
  GALLERY_COVER_STYLES,
  type GalleryCoverStyle,
  type GalleryDesign,
  GRID_LAYOUTS,
  PHOTO_SIZES,
  readGalleryDesign,
  TITLE_POSITIONS,
} from '#core/domain/galleries.ts';
import { THEME_CHOICES } from '#core/domain/theme.ts';
import { mutators } from '#core/zero/mutators.ts';
import { IntroSection, StickySubmit } from '#web/components/layout/page-section.tsx';
import { DrawnChoice } from '#web/components/ui/inputs/drawn-choice.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { COVER_DRAWINGS } from './cover-drawings.tsx';

export interface DesignPreviewProps {
  gallery: GalleryRow;
  coverStyle: GalleryCoverStyle;
  design: GalleryDesign;
}

/** Form values: a design in which every field has a value, if only `default`. */
type DesignValues = { coverStyle: GalleryCoverStyle } & {
  [Key in keyof GalleryDesign]-?: NonNullable<GalleryDesign[Key]> | 'default';
};

/** `default` leaves it to the cover style, the studio's theme or the visitor. */
const OPTIONS = {
  titlePosition: ['default', ...TITLE_POSITIONS],
  layout: GRID_LAYOUTS,
  photoSize: PHOTO_SIZES,
  spacing: ['default', ...THEME_CHOICES.spacing],
  colors: ['default', ...COLOR_SCHEMES],
} as const satisfies Record<keyof GalleryDesign, readonly string[]>;
const INITIAL = {
  titlePosition: 'default',
  layout: 'rows',
  photoSize: 'medium',
  spacing: 'default',
  colors: 'default',
} as const;
const KEYS = Object.keys(OPTIONS) as (keyof GalleryDesign)[];

function valuesOf({ coverStyle, settings }: Pick<GalleryRow, 'coverStyle' | 'settings'>): DesignValues {
  const design = readGalleryDesign(settings);
  const fields = Object.fromEntries(KEYS.map((key) => [key, design[key] ?? INITIAL[key]]));
  return { coverStyle, ...fields } as DesignValues;
}

function designOf(values: DesignValues): GalleryDesign {
  return Object.fromEntries(KEYS.flatMap((key) => (values[key] === 'default' ? [] : [[key, values[key]]])));
}

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
  const saved = useMemo(() => valuesOf({ coverStyle, settings }), [coverStyle, settings]);
  const { values, isClean, isAwaited, change, discard, saving } = useDraft(`design:${id}`, saved);
  const tried = useDeferredValue(values);
  const design = useMemo(() => designOf(tried), [tried]);

  const update = (to: DesignValues) =>
    mutators.galleries.update({
      id,
      changes: { coverStyle: to.coverStyle, design: designOf(to) },
      now: Date.now(),
    });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await mutate(update(values), { done: t('common:saved'), undo: () => update(saved), ...saving() });
  };
  const select = (key: keyof GalleryDesign) => (
    <Field key={key} label={t(`design.${key}.label`)}>
      <Select
        value={values[key]}
        onChange={({ target }) => change({ [key]: target.value })}
        options={OPTIONS[key].map((value) => ({
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
