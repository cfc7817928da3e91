import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { GALLERY_SORTS, type GalleryChanges, galleryName, type GallerySort } from '#core/domain/galleries/galleries.ts';
import { endOfDay, localDate, startOfDay } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { readTranslations } from '#core/domain/values/primitives.ts';
import type { Translations } from '#core/domain/values/translations.ts';
import { TranslationFields } from '#web/components/fields/translation-fields.tsx';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { SavedByPage, SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { Downloads } from './downloads.tsx';
import { WatermarkChoice } from './watermark-choice.tsx';

interface SettingsValues {
  name: string;
  description: string;
  translations: Translations;
  customerId: string | null;
  date: string;
  expires: string;
  sortBy: GallerySort;
}

function valuesOf(gallery: GalleryRow, zone: string): SettingsValues {
  const day = (epochMs: number | null) => (epochMs ? localDate(epochMs, zone) : '');
  const { name, description, customerId, sortBy } = gallery;
  return {
    name,
    description,
    translations: readTranslations(gallery.settings),
    customerId,
    sortBy,
    date: day(gallery.date),
    expires: day(gallery.expiresAt),
  };
}

/** Converts the dirty form fields to gallery changes. */
function changesOf({ date, expires, name, ...rest }: Partial<SettingsValues>, zone: string): GalleryChanges {
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(date !== undefined && { date: date ? startOfDay(date, zone) : null }),
    // The gallery stays open until the end of the chosen day; 0 means never.
    ...(expires !== undefined && { expiresAt: expires ? endOfDay(expires, zone) : 0 }),
  };
}

const schema = z.object({ name: galleryName });

interface SettingsTabProps extends TabProps {
  /** Applies a preset to the gallery. */
  presets: ReactNode;
}

export function SettingsTab({ gallery, presets }: SettingsTabProps) {
  const { t } = useTranslation(['galleries', 'common']);
  const { timeZone } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  const { id } = gallery;
  const saved = valuesOf(gallery, timeZone);
  const draft = useDraft(`gallery:${id}`, saved);
  const { values, change, conflict } = draft;
  const dayText = (day: string) => day && format.day(startOfDay(day, timeZone));

  const form = useForm(draft, schema, () => {
    const request = mutators.galleries.update({ id, changes: changesOf(draft.changes, timeZone), now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  return (
    <SettingsForms className="column flex flex-col gap-12">
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <Field label={t('name')} required error={form.error('name') && t('nameNeeded')} conflict={conflict('name')}>
          <TextInput {...form.input('name')} />
        </Field>
        <Field label={t('description')} optional hint={t('descriptionHint')} conflict={conflict('description')}>
          <Textarea rows={3} maxLength={4000} {...form.input('description')} />
        </Field>
        <TranslationFields
          name={values.name}
          description={values.description}
          value={values.translations}
          onChange={(translations) => change({ translations })}
        />
        <CustomerField value={values.customerId} onChange={(customerId) => change({ customerId })} />
        <DateField
          label={t('date')}
          optional
          conflict={conflict('date', dayText)}
          value={values.date}
          onChange={(date) => change({ date })}
          zone={timeZone}
        />
        <DateField
          label={t('expires')}
          optional
          hint={t('expiresHint')}
          conflict={conflict('expires', dayText)}
          value={values.expires}
          onChange={(expires) => change({ expires })}
          zone={timeZone}
        />
        <Field
          label={t('order')}
          hint={t('orderHint')}
          conflict={conflict('sortBy', (order) => t(`orders.${order as GallerySort}`))}
        >
          <Select
            options={GALLERY_SORTS.map((value) => ({ value, label: t(`orders.${value}`) }))}
            {...form.input('sortBy')}
          />
        </Field>
        <SavedByPage label={t('name')} draft={draft} form={form} />
      </form>
      <WatermarkChoice gallery={gallery} />
      <Downloads gallery={gallery} />
      {presets}
    </SettingsForms>
  );
}
