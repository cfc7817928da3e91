import { Image, ImagePlus, Moon, Sun, Type } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WATERMARK_KINDS } from '#core/domain/branding/watermarks.ts';
import { Field, type FieldProps } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { drawFile, type DrawnImage } from './draw-watermark.ts';
import type { WatermarkValues } from './types.ts';

const ACCEPTED = 'image/png,image/svg+xml,image/webp,image/jpeg';

interface ImageSourceProps {
  /** True if an image exists already. */
  present: boolean;
  /** True if the form was submitted without an image. */
  missing: boolean;
  onDrawn: (drawn: DrawnImage) => void;
}

/** Selects a logo file and draws it as a PNG; only the drawing is uploaded. */
export function ImageSource({ present, missing, onDrawn }: ImageSourceProps) {
  const { t } = useTranslation('watermarks');
  const [failed, setFailed] = useState(false);
  const take = async ([file]: File[]) => {
    if (!file) return;
    try {
      onDrawn(await drawFile(file));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const problem = failed ? t('imageFailed') : missing && !present ? t('imageNeeded') : null;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="text-caption font-medium">{t('image')}</span>
      <FilePicker
        label={t(present ? 'replace' : 'choose')}
        icon={<ImagePlus />}
        accept={ACCEPTED}
        onFiles={(files) => void take(files)}
      />
      <p className="text-caption text-soft">{t('imageHint')}</p>
      {problem && (
        <p role="alert" className="text-caption text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

interface TextSourceProps {
  values: WatermarkValues;
  onChange: (changes: Partial<WatermarkValues>) => void;
  /** Text saved elsewhere since. */
  conflict: FieldProps['conflict'];
  fixedKind: boolean;
  missing: boolean;
}

const KIND_ICONS = { text: <Type />, image: <Image /> };

/** Fields of a text watermark: text and tone. */
export function TextSource({ values, onChange: change, conflict, fixedKind, missing }: TextSourceProps) {
  const { t } = useTranslation('watermarks');
  const id = useId();
  return (
    <>
      {!fixedKind && (
        <div className="flex flex-col items-start gap-1.5">
          <span id={id} aria-hidden className="text-caption font-medium">
            {t('kind')}
          </span>
          <SegmentedControl
            label={t('kind')}
            value={values.kind}
            onChange={(kind) => change({ kind })}
            options={WATERMARK_KINDS.map((kind) => ({
              value: kind,
              label: t(`kinds.${kind}`),
              icon: KIND_ICONS[kind],
            }))}
          />
        </div>
      )}
      {values.kind === 'text' && (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-6">
          <div className="min-w-48 grow">
            <Field
              label={t('text')}
              required
              hint={t('textHint')}
              error={missing && !values.text.trim() ? t('textNeeded') : undefined}
              conflict={conflict}
            >
              <TextInput
                maxLength={200}
                autoComplete="off"
                value={values.text}
                onChange={({ target }) => change({ text: target.value })}
              />
            </Field>
          </div>
          <div className="flex flex-col items-start gap-1.5">
            <span aria-hidden className="text-caption font-medium">
              {t('tone')}
            </span>
            <SegmentedControl
              label={t('tone')}
              value={values.tone}
              onChange={(tone) => change({ tone })}
              options={[
                { value: 'light', label: t('tones.light'), icon: <Sun /> },
                { value: 'dark', label: t('tones.dark'), icon: <Moon /> },
              ]}
            />
          </div>
        </div>
      )}
    </>
  );
}
