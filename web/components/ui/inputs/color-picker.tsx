import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseHex, toHex } from '#core/domain/values/color.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface ColorPickerProps {
  label: string;
  /** `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
  hint?: string;
}

/** The native colour picker and a text field for an exact hex value. */
export function ColorPicker({ label, value, onChange, hint }: ColorPickerProps) {
  const { t } = useTranslation('common');
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const rgb = parseHex(text.startsWith('#') ? text : `#${text}`);
    if (rgb) onChange(toHex(rgb));
  };
  return (
    <Field label={label} {...(hint && { hint })}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="size-control shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1 [&::-webkit-color-swatch]:rounded-print [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <TextInput
          aria-label={`${label}: ${t('hexColor')}`}
          value={typed ?? value}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
          className="max-w-32 font-mono"
        />
      </div>
    </Field>
  );
}
