import { clsx } from 'clsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { ContactList } from '../booking/lazy-shared.tsx';
import { useFailureText } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { portalBase } from './portal-api.ts';

/** Accepts what a browser accepts as an e-mail address; the server decides. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface AskForLinkProps {
  studio: PublicStudio | null;
  slug: string;
  api: PublicApi;
}

/** Mails a client their link. The answer is the same for every address: it tells nobody who is a client. */
export function AskForLink({ studio, slug, api }: AskForLinkProps) {
  const { t } = useTranslation('portal');
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isInvalid, setIsInvalid] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sentTo !== null) note.current?.focus();
  }, [sentTo]);
  const send = async (typed: string) => {
    const address = typed.trim();
    setError(undefined);
    setIsInvalid(!ADDRESS.test(address));
    if (!ADDRESS.test(address)) return;
    setBusy(true);
    try {
      await api.call('POST', portalBase(slug), { email: address });
      setSentTo(address);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(email);
  };
  const waiting = useServerForm(form, (value, isSent) => {
    setEmail(value);
    if (isSent) void send(value);
  });
  if (sentTo !== null) {
    const name = studio?.name ?? '';
    return (
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2 border-t border-line pt-6">
          <h2 ref={note} tabIndex={-1} className="text-lead font-semibold outline-none">
            {t('ask.sent.title')}
          </h2>
          <p className="measure wrap-anywhere">{t('ask.sent.text', { studio: name, email: sentTo })}</p>
          <div>
            <Button className="mt-2" onClick={() => setSentTo(null)}>
              {t('ask.sent.again')}
            </Button>
          </div>
        </div>
        {studio && (
          <div className="flex flex-col gap-3">
            <p className="measure text-soft">{t('ask.nothing', { studio: name })}</p>
            <ContactList studio={studio} />
          </div>
        )}
      </div>
    );
  }
  return (
    <form
      {...waiting}
      ref={form}
      noValidate
      onSubmit={submit}
      className={clsx('flex flex-col gap-4', waiting.className)}
    >
      <Field label={t('ask.label')} error={isInvalid ? t('ask.invalid') : undefined}>
        <TextInput
          type="email"
          inputMode="email"
          value={email}
          maxLength={254}
          autoComplete="email"
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={busy}>
          {t('ask.send')}
        </Button>
      </div>
      <output className="text-danger">{error}</output>
    </form>
  );
}
