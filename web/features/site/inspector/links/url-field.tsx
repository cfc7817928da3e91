import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useTypedValue } from '../text/typed-value.ts';
import { linkOf } from './link-parts.ts';

interface UrlFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (url: string) => void;
}

/** The address of a secure page. Another text stays in the field and is not stored. */
export function UrlField({ label, hint, value, onChange }: UrlFieldProps) {
  const { t } = useTranslation('blocks');
  const read = (text: string) => {
    const link = linkOf({ kind: 'web', value: text.trim().replace(/^http:\/\//i, 'https://') });
    return link?.toLowerCase().startsWith('https://') ? link : null;
  };
  const typed = useTypedValue(value, read, onChange);
  return (
    <Field label={label} hint={hint} error={typed.isValid ? undefined : t('link.wrong.web')}>
      <TextInput
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={typed.value}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
      />
    </Field>
  );
}
