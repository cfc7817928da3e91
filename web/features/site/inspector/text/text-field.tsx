import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PerLanguage } from '#core/domain/values/per-language.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { type TextChange, textChange, textIn } from './text-change.ts';
import { useTextLanguages } from './text-languages.ts';
import { useTypedValue } from './typed-value.ts';

/** As in `line` of core/domain/values/primitives.ts; typed or pasted ones become spaces. */
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a typed text without what cannot be stored. */
export const storable = (text: string, isLine: boolean) =>
  (isLine ? text.replace(LINE_BREAKS, ' ') : text.replaceAll('\u0000', '')).toWellFormed();

interface LineFieldProps {
  label: string;
  hint?: ReactNode;
  value: string;
  /** Characters without the spaces around the text. */
  max: number;
  multiline?: boolean;
  placeholder?: string | undefined;
  lang?: string;
  onChange: (text: string) => void;
}

/** A text of one language. One that is too long stays in the field and is not stored. */
export function LineField({ label, hint, value, max, multiline = false, onChange, ...rest }: LineFieldProps) {
  const { t } = useTranslation('blocks');
  const typed = useTypedValue(value, (text) => (text.trim().length <= max ? text : null), onChange);
  const Control = multiline ? Textarea : TextInput;
  return (
    <Field label={label} hint={hint} error={typed.isValid ? undefined : t('tooLong', { max })}>
      <Control
        {...rest}
        value={typed.value}
        onChange={({ target }: { target: { value: string } }) => typed.type(storable(target.value, !multiline))}
        onBlur={typed.leave}
      />
    </Field>
  );
}

interface TextFieldProps extends Pick<LineFieldProps, 'label' | 'hint' | 'max' | 'multiline' | 'placeholder'> {
  value: PerLanguage<string> | undefined;
  onChange: (change: TextChange<string>) => void;
}

/** A text in the language that is edited; without one it shows the studio's language's as placeholder. */
export function TextField({ value, placeholder, onChange, ...rest }: TextFieldProps) {
  const languages = useTextLanguages();
  const { language, studioLanguage } = languages;
  return (
    <LineField
      {...rest}
      // Another language is another text: nothing that is typed may stay.
      key={language}
      lang={language}
      value={textIn(value, language, studioLanguage) ?? ''}
      placeholder={textIn(value, studioLanguage, studioLanguage) || placeholder}
      onChange={(text) => {
        const change = textChange<string>(value, text.trim() === '' ? null : text, languages);
        if (change) onChange(change);
      }}
    />
  );
}
