import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { GALLERY_SORTS, type GalleryChanges, galleryName, type GallerySort } from '#core/domain/galleries.ts';
import { endOfDay, localDate, startOfDay } from '#core/domain/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraftForm } from '#web/lib/forms/draft-form.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { Downloads } from './downloads.tsx';
import { WatermarkChoice } from './watermark-choice.tsx';

interface SettingsValues {
  name: string;
  description: string;
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
  const { form, isClean, changes, conflict, saving } = useDraftForm(`gallery:${id}`, saved);
  const { register, control, handleSubmit, formState } = form;
  const dayText = (day: string) => day && format.day(startOfDay(day, timeZone));

  const save = async () => {
    const request = mutators.galleries.update({ id, changes: changesOf(changes, timeZone), now: Date.now() });
    await mutate(request, { done: t('common:saved'), ...saving() });
  };
  return (
    <div className="flex max-w-xl flex-col gap-12">
      <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-6">
        <Field label={t('name')} required error={formState.errors.name && t('nameNeeded')} conflict={conflict('name')}>
          <TextInput {...register('name', { validate: (name) => galleryName.safeParse(name).success })} />
        </Field>
        <Field label={t('description')} optional hint={t('descriptionHint')} conflict={conflict('description')}>
          <Textarea rows={3} maxLength={4000} {...register('description')} />
        </Field>
        <Controller
          control={control}
          name="customerId"
          render={({ field: { value, onChange } }) => <CustomerField value={value} onChange={onChange} />}
        />
        <Controller
          control={control}
          name="date"
          render={({ field: { value, onChange } }) => (
            <DateField
              label={t('date')}
              optional
              conflict={conflict('date', dayText)}
              value={value}
              onChange={onChange}
              zone={timeZone}
            />
          )}
        />
        <Controller
          control={control}
          name="expires"
          render={({ field: { value, onChange } }) => (
            <DateField
              label={t('expires')}
              optional
              hint={t('expiresHint')}
              conflict={conflict('expires', dayText)}
              value={value}
              onChange={onChange}
              zone={timeZone}
            />
          )}
        />
        <Field
          label={t('order')}
          hint={t('orderHint')}
          conflict={conflict('sortBy', (order) => t(`orders.${order as GallerySort}`))}
        >
          <Select
            options={GALLERY_SORTS.map((value) => ({ value, label: t(`orders.${value}`) }))}
            {...register('sortBy')}
          />
        </Field>
        <SubmitRow label={t('common:save')} clean={isClean} loading={formState.isSubmitting} />
      </form>
      <WatermarkChoice gallery={gallery} />
      <Downloads gallery={gallery} />
      {presets}
    </div>
  );
}
