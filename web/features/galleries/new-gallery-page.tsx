import { useQuery } from '@rocicorp/zero/react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { formatDay } from '#core/domain/values/format.ts';
import { galleryName } from '#core/domain/galleries/galleries.ts';
import { startOfDay } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { applyPresetRequest } from '#web/lib/galleries/apply-preset.ts';
import { trackPendingGallery } from '#web/lib/galleries/pending-galleries.ts';
import { newGalleryId, newId } from '#web/lib/ids.ts';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface GalleryDraft {
  name: string;
  customerId: string | null;
  /** `2026-11-21`, or empty. */
  date: string;
  description: string;
  /** A preset's id, or empty. */
  preset: string;
}

const schema = z.object({ name: galleryName });
const EMPTY_DRAFT: GalleryDraft = { name: '', customerId: null, date: '', description: '', preset: '' };

interface NewGalleryPageProps {
  /** The field for photos, which start a gallery. */
  Dropzone: ComponentType<{ onFiles: (files: File[]) => void }>;
  /** Uploads files to a gallery that was just created. */
  upload: (galleryId: string, files: File[]) => void;
}

export function NewGalleryPage(props: NewGalleryPageProps) {
  const { id: accountId } = useAccount();
  const newDraft = useNewDraft(`gallery-new:${accountId}`, () => newGalleryId(accountId));
  const [stored, { type }] = useQuery(queries.galleries.byId({ id: newDraft.id }));
  if (stored) newDraft.reset(type);
  return <NewGalleryForm key={newDraft.formKey} newDraft={newDraft} {...props} />;
}

/** Returns the name of the folder that the files come from; empty for files without one. */
const folderName = ([file]: File[]): string => file?.webkitRelativePath.split('/').slice(0, -1)[0] ?? '';

function NewGalleryForm({ newDraft, Dropzone, upload }: NewGalleryPageProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['galleries', 'presets']);
  const account = useAccount();
  const navigate = useNavigate();
  const mutate = useMutation();
  const { id } = newDraft;
  const draft = useDraft(newDraft.key, EMPTY_DRAFT);
  const { values, change } = draft;
  const [presets, { type }] = useQuery(queries.presets.list());
  const hasPresets = presets.length > 0;
  const isSettled = useSettled({ isComplete: type === 'complete', hasRows: hasPresets });

  const create = async ({ name, customerId, date, description, preset: chosen }: GalleryDraft, files: File[] = []) => {
    const day = date ? startOfDay(date, account.timeZone) : null;
    const gallery = { id, name: name.trim(), customerId, date: day, description };
    const request = mutators.galleries.create({ ...gallery, now: Date.now() });
    const isApplied = await newDraft.submit(({ onSubmitted }) =>
      mutate(request, {
        onSubmitted: (outcome) => {
          onSubmitted(outcome);
          trackPendingGallery(id, outcome);
        },
      }),
    );
    if (!isApplied) return;
    if (files.length > 0) upload(id, files);
    // A preset deleted in the meantime must not prevent the gallery.
    const preset = presets.find((one) => one.id === chosen);
    if (preset) {
      const sectionIds = (preset.settings.sections ?? []).map(() => newId());
      await mutate(applyPresetRequest(preset, id, sectionIds, account.timeZone));
    }
    await navigate(galleryHref(id), { replace: true });
  };
  const form = useForm(draft, schema, () => create(values));
  /** Creates the gallery from its photos: what the form holds already, and else the folder's name or today's date. */
  const start = async (files: File[]) => {
    const name = galleryName.safeParse(values.name || folderName(files));
    await create(
      { ...values, name: name.success ? name.data : formatDay(Date.now(), account.language, account.timeZone) },
      files,
    );
  };
  return (
    <>
      <PageHeader title={t('new.title')} back={{ to: paths.galleries, label: t('title') }} />
      <div className="column mb-8 flex flex-col gap-6">
        <Dropzone onFiles={(files) => void start(files)} />
        <h2 className="text-lead font-semibold">{t('new.or')}</h2>
      </div>
      <form noValidate onSubmit={form.submit} className="column flex flex-col gap-6">
        <Field label={t('name')} required hint={t('nameHint')} error={form.error('name') && t('nameNeeded')}>
          <TextInput {...form.input('name')} />
        </Field>
        <CustomerField value={values.customerId} onChange={(customerId) => change({ customerId })} />
        <DateField
          label={t('date')}
          optional
          value={values.date}
          onChange={(date) => change({ date })}
          zone={account.timeZone}
        />
        <Field label={t('description')} optional hint={t('descriptionHint')}>
          <Textarea rows={3} maxLength={4000} {...form.input('description')} />
        </Field>
        {/* Last, and before the button appears: the presets may still be on their way. */}
        {hasPresets && (
          <Field label={t('presets:kind')} optional hint={t('presets:kindHint')}>
            <Select
              options={[
                { value: '', label: t('presets:kindNone') },
                ...presets.map((preset) => ({ value: preset.id, label: preset.name })),
              ]}
              {...form.input('preset')}
            />
          </Field>
        )}
        {isSettled && <SubmitRow label={t('new.act')} loading={form.isSubmitting} />}
      </form>
    </>
  );
}
