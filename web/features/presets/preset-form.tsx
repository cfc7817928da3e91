import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { FONT_PAIRS } from '#core/domain/branding/fonts.ts';
import { GALLERY_COVER_STYLES, GALLERY_SORTS, GALLERY_VISIBILITIES } from '#core/domain/galleries/galleries.ts';
import { queries } from '#core/zero/queries.ts';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { SavedByPage } from '#web/components/layout/settings-forms.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { DESIGN_OPTIONS } from '#web/lib/galleries/design-values.ts';
import type { MutationOptions } from '#web/lib/sync/use-mutation.tsx';
import { presetForm, type PresetValues } from './preset-values.ts';
import { SectionNamesField } from './section-names-field.tsx';

interface PresetFormProps {
  draftKey: string;
  saved: PresetValues;
  /** Of the form's own button; without it, the page's button saves the form. */
  saveLabel?: string;
  /** @param options options of the mutation */
  onSave: (values: PresetValues, options: MutationOptions) => Promise<void>;
}

export function PresetForm({ draftKey, saved, saveLabel, onSave }: PresetFormProps) {
  const { t } = useTranslation(['presets', 'galleries', 'fonts', 'common']);
  const [marks] = useQuery(queries.watermarks.list());
  const draft = useDraft(draftKey, saved);
  const { values, change, conflict } = draft;
  const form = useForm(draft, presetForm, () => onSave(values, draft.saving()));
  const keep = { value: 'keep', label: t('keep') };
  const onOff = [keep, { value: 'on', label: t('allowed') }, { value: 'off', label: t('refused') }];
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
      <Field
        label={t('name')}
        required
        hint={t('nameHint')}
        error={form.error('name') && t('nameNeeded')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      <Field label={t('visibility')}>
        <Select
          options={[
            keep,
            ...GALLERY_VISIBILITIES.filter((value) => value !== 'password').map((value) => ({
              value,
              label: t(`galleries:access.${value}.label`),
            })),
          ]}
          {...form.input('visibility')}
        />
      </Field>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field label={t('expires')}>
          <Select
            options={[keep, { value: 'days', label: t('forDays') }, { value: 'never', label: t('never') }]}
            {...form.input('expires')}
          />
        </Field>
        {values.expires === 'days' && (
          <Field
            label={t('days')}
            required
            hint={t('daysHint')}
            error={form.error('days') && t('daysNeeded')}
            conflict={conflict('days')}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="max-w-28 tabular-nums"
              {...form.input('days')}
            />
          </Field>
        )}
      </div>
      <SectionNamesField names={values.sections} onChange={(sections) => change({ sections })} />
      <Field label={t('galleries:coverStyle')}>
        <Select
          options={[
            keep,
            ...GALLERY_COVER_STYLES.map((value) => ({ value, label: t(`galleries:coverStyles.${value}`) })),
          ]}
          {...form.input('coverStyle')}
        />
      </Field>
      <Field label={t('design')}>
        <Select options={[keep, { value: 'set', label: t('designSet') }]} {...form.input('design')} />
      </Field>
      {values.design === 'set' && (
        <div role="group" aria-label={t('design')} className="grid gap-6 border-l border-line pl-4 sm:grid-cols-2">
          {(['titlePosition', 'layout', 'photoSize', 'spacing', 'colors'] as const).map((key) => (
            <Field key={key} label={t(`galleries:design.${key}.label`)}>
              <Select
                options={DESIGN_OPTIONS[key].map((value) => ({
                  value,
                  label: t(`galleries:design.${key}.${value}` as 'galleries:design.layout.rows'),
                }))}
                {...form.input(key)}
              />
            </Field>
          ))}
          <Field label={t('galleries:design.fontPair.label')}>
            <Select
              options={[
                { value: 'default', label: t('galleries:design.fontPair.default') },
                ...FONT_PAIRS.map(({ headingFont, bodyFont }) => ({
                  value: headingFont,
                  label:
                    headingFont === bodyFont ? headingFont : t('fonts:pair', { heading: headingFont, body: bodyFont }),
                })),
              ]}
              {...form.input('fontPair')}
            />
          </Field>
        </div>
      )}
      <Field label={t('order')}>
        <Select
          options={[keep, ...GALLERY_SORTS.map((value) => ({ value, label: t(`galleries:orders.${value}`) }))]}
          {...form.input('sortBy')}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={t('web')}>
          <Select options={onOff} {...form.input('web')} />
        </Field>
        <Field label={t('original')}>
          <Select options={onOff} {...form.input('original')} />
        </Field>
      </div>
      <Field label={t('watermark')}>
        <Select
          options={[
            keep,
            { value: 'none', label: t('noWatermark') },
            ...marks.map(({ id, name, imageVersion }) => ({ value: id, label: name, disabled: imageVersion === 0 })),
          ]}
          {...form.input('watermark')}
        />
      </Field>
      {saveLabel === undefined ? (
        <SavedByPage label={values.name} draft={draft} form={form} />
      ) : (
        <SubmitRow label={saveLabel} clean={draft.isClean} loading={form.isSubmitting} />
      )}
    </form>
  );
}
