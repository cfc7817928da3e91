import { useQuery } from '@rocicorp/zero/react';
import { type ComponentType, type FormEvent, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FontKey, pairFonts } from '#core/domain/branding/fonts.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import {
  GALLERY_COVER_STYLES,
  type GalleryCoverStyle,
  type GalleryDesign,
  readGalleryDesign,
} from '#core/domain/galleries/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { IntroSection, StickySubmit } from '#web/components/layout/page-section.tsx';
import { DrawnChoice } from '#web/components/ui/inputs/drawn-choice.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { findFont, type FontRow, InFont } from '#web/lib/fonts/font-loading.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { DESIGN_OPTIONS, type DesignValues, toDesign, toDesignValues } from '#web/lib/galleries/design-values.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { COVER_DRAWINGS } from './cover-drawings.tsx';

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

interface FontPairChoiceProps {
  label: string;
  /** Text that each pair's heading is drawn with. */
  sample: string;
  value: DesignValues['fontPair'];
  onChange: (value: DesignValues['fontPair']) => void;
}

/** The studio's own fonts or a pair of the catalogue, each drawn in itself. */
function FontPairChoice({ label, sample, value, onChange }: FontPairChoiceProps) {
  const { t } = useTranslation(['galleries', 'fonts']);
  const [settings] = useQuery(queries.accounts.settings());
  const [own] = useQuery(queries.fonts.list());
  const theme = useMemo(() => readTheme((key) => settings.find((one) => one.key === key)?.value), [settings]);
  const options = DESIGN_OPTIONS.fontPair.map((pair) => {
    const fonts = pair === 'default' ? theme : pairFonts(pair);
    return {
      value: pair,
      label: pair === 'default' ? t('design.fontPair.default') : pairName(fonts),
      drawing: <Sample fonts={fonts} own={own} heading={sample} text={t('design.fontPair.sample')} />,
    };
  });
  return (
    <DrawnChoice label={label} value={value} onChange={onChange} options={options} className="grid grid-cols-2 gap-3" />
  );

  function pairName({ headingFont, bodyFont }: Readonly<Record<FontKey, string>>): string {
    if (headingFont === bodyFont) return headingFont;
    return t('fonts:pair', { heading: headingFont, body: bodyFont });
  }
}

interface SampleProps {
  fonts: Readonly<Record<FontKey, string>>;
  own: readonly FontRow[];
  heading: string;
  text: string;
}

function Sample({ fonts, own, heading, text }: SampleProps) {
  return (
    <span className="flex h-full flex-col justify-center gap-1 p-3">
      <InFont font={findFont(fonts.headingFont, own)} className="line-clamp-2 text-lead leading-tight">
        {heading}
      </InFont>
      <InFont font={findFont(fonts.bodyFont, own)} className="line-clamp-1 text-caption text-soft">
        {text}
      </InFont>
    </span>
  );
}
