import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useApi } from '../api-context.ts';
import { useFailureText } from '../use-failure-text.ts';

interface MailFormProps {
  galleryId: string;
  archiveId: string;
}

/** Asks where to write when a download is ready. */
export function MailForm({ galleryId, archiveId }: MailFormProps) {
  const { t } = useTranslation('downloads');
  const api = useApi();
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!/.@./.test(address)) return setError(t('mail.missing'));
    setBusy(true);
    try {
      await api.notify(galleryId, archiveId, { email: address, language: currentLanguage() });
      setSentTo(address);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  if (sentTo !== null) return <output className="block wrap-anywhere">{t('mail.sent', { email: sentTo })}</output>;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <Field label={t('mail.label')} error={error}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={320}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" loading={busy} className="self-start">
        {t('mail.send')}
      </Button>
    </form>
  );
}
