import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput, type TextInputProps } from '#web/components/ui/text-input.tsx';
import type { SlugState } from './use-slug-check.ts';

interface SlugFieldProps extends TextInputProps {
  slug: string;
  check: SlugState;
  /** Refused by the form or the server. */
  error: string | undefined;
}

/** The studio's address, with the whole of it shown as it will be. */
export function SlugField({ slug, check, error, ...input }: SlugFieldProps) {
  const { t } = useTranslation(['accounts', 'errors']);
  const address = `${location.host}/p/${slug || '…'}`;
  const refused = check.state === 'refused' ? t(`errors:${check.reason}`) : undefined;
  const hint = check.state === 'free' ? t('slugFree', { address }) : address;
  return (
    <Field label={t('slug')} required hint={<span aria-live="polite">{hint}</span>} error={error ?? refused}>
      <TextInput autoCapitalize="none" autoCorrect="off" spellCheck={false} {...input} />
    </Field>
  );
}
