import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { watermarkName } from '#core/domain/branding/watermarks.ts';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { MutationOptions } from '#web/lib/sync/use-mutation.tsx';
import { type DrawnImage, drawTextImage, useTextImage } from './draw-watermark.ts';
import { LayoutFields } from './layout-fields.tsx';
import { pickWatermarkLayout, type WatermarkValues } from './types.ts';
import { useSamplePhoto, WatermarkPreview } from './watermark-preview.tsx';
import { ImageSource, TextSource } from './watermark-source.tsx';

const schema = z.object({ name: watermarkName });

interface WatermarkFormProps {
  draftKey: string;
  saved: WatermarkValues;
  /** True for a stored watermark: its kind cannot change. */
  fixedKind: boolean;
  /** Stored image, if it still matches the text. */
  stored: DrawnImage | null;
  saveLabel: string;
  /**
   * @param changes fields edited here
   * @param mutationOptions callbacks of the mutation
   */
  onSave: (
    values: WatermarkValues,
    changes: Partial<WatermarkValues>,
    drawn: DrawnImage | null,
    mutationOptions: MutationOptions,
  ) => Promise<void>;
}

/** Form of a watermark beside its preview; on a phone the preview sticks to the top. */
export function WatermarkForm({ draftKey, saved, fixedKind, stored, saveLabel, onSave }: WatermarkFormProps) {
  const { t } = useTranslation('watermarks');
  const photo = useSamplePhoto();
  const draft = useDraft(draftKey, saved);
  const { values, change, conflict } = draft;
  const [file, setFile] = useState<DrawnImage | null>(null);
  const [missing, setMissing] = useState(false);
  const written = useTextImage(values.text, values.tone);
  const drawn = values.kind === 'text' ? written : (file ?? stored);
  const form = useForm(draft, schema, async () => {
    // The preview may still show the text before the last key, or nothing yet.
    const text = values.kind === 'text' ? await drawTextImage(values.text, values.tone) : null;
    const isMissing = !text && (values.kind === 'text' || !drawn);
    setMissing(isMissing);
    if (isMissing) return;
    const renewed = values.kind === 'image' ? file : text;
    await onSave(values, draft.changes, renewed, draft.saving());
  });
  return (
    <form
      noValidate
      onSubmit={form.submit}
      className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-12"
    >
      <div className="top-0 z-10 -mx-4 bg-paper px-4 py-2 max-lg:sticky md:mx-0 md:px-0 lg:order-last">
        <div className="flex flex-col gap-2 max-lg:max-w-md lg:sticky lg:top-6">
          <WatermarkPreview photo={photo} mark={drawn} layout={pickWatermarkLayout(values)} />
          <p className="text-caption text-soft max-md:hidden">{t(photo ? 'previewOn' : 'previewDrawn')}</p>
        </div>
      </div>
      <div className="column flex flex-col gap-6">
        <Field
          label={t('name')}
          required
          hint={t('nameHint')}
          error={form.error('name') && t('nameNeeded')}
          conflict={conflict('name')}
        >
          <TextInput autoComplete="off" {...form.input('name')} />
        </Field>
        <TextSource
          values={values}
          onChange={change}
          conflict={conflict('text')}
          fixedKind={fixedKind}
          missing={missing}
        />
        {values.kind === 'image' && <ImageSource present={Boolean(drawn)} missing={missing} onDrawn={setFile} />}
        <LayoutFields values={values} onChange={change} />
        {fixedKind && <Banner>{t('anew')}</Banner>}
        <SubmitRow label={saveLabel} clean={draft.isClean && !file && stored !== null} loading={form.isSubmitting} />
      </div>
    </form>
  );
}
