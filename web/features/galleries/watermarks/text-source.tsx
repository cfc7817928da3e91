import { Image, Moon, Sun, Type } from 'lucide-react';
import { useId } from 'react';
import { Controller, type Control, type UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { WATERMARK_KINDS } from '#core/domain/watermarks.ts';
import { Field, type FieldProps } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { WatermarkValues } from './mark-values.ts';

interface TextSourceProps {
  control: Control<WatermarkValues>;
  register: UseFormRegister<WatermarkValues>;
  values: WatermarkValues;
  /** What somebody else wrote. */
  conflict: FieldProps['conflict'];
  fixedKind: boolean;
  missing: boolean;
}

const KIND_ICONS = { text: <Type />, image: <Image /> };

/** Text or image, and of a text its words and letters. */
export function TextSource({ control, register, values, conflict, fixedKind, missing }: TextSourceProps) {
  const { t } = useTranslation('watermarks');
  const id = useId();
  return (
    <>
      {!fixedKind && (
        <div className="flex flex-col items-start gap-1.5">
          <span id={id} aria-hidden className="text-caption font-medium">
            {t('kind')}
          </span>
          <Controller
            control={control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                label={t('kind')}
                value={value}
                onChange={onChange}
                options={WATERMARK_KINDS.map((kind) => ({
                  value: kind,
                  label: t(`kinds.${kind}`),
                  icon: KIND_ICONS[kind],
                }))}
              />
            )}
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
              <TextInput maxLength={200} autoComplete="off" {...register('text')} />
            </Field>
          </div>
          <div className="flex flex-col items-start gap-1.5">
            <span aria-hidden className="text-caption font-medium">
              {t('tone')}
            </span>
            <Controller
              control={control}
              name="tone"
              render={({ field: { value, onChange } }) => (
                <SegmentedControl
                  label={t('tone')}
                  value={value}
                  onChange={onChange}
                  options={[
                    { value: 'light', label: t('tones.light'), icon: <Sun /> },
                    { value: 'dark', label: t('tones.dark'), icon: <Moon /> },
                  ]}
                />
              )}
            />
          </div>
        </div>
      )}
    </>
  );
}
