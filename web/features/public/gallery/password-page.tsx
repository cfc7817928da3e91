import { clsx } from 'clsx';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput } from '#web/components/ui/inputs/text-input.tsx';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { isFailure, useFailureText } from '../shell/failure.ts';
import type { GalleryAccessClient } from '../shell/gallery-access.ts';
import { MessagePage } from '../shell/message-page.tsx';
import type { StudioSite } from '../shell/routes.ts';

interface PasswordPageProps {
  site: StudioSite;
  studio: PublicStudio | null;
  galleryAccess: GalleryAccessClient;
}

/** Asks for the gallery's password. Keeps the input after any answer. */
export function PasswordPage({ site, studio, galleryAccess }: PasswordPageProps) {
  const { t } = useTranslation('public');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [trying, setTrying] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const failureText = useFailureText();

  const showError = (text: string) => {
    setError(text);
    form.current?.querySelector('input')?.focus();
  };
  const enter = async (password: string) => {
    if (!password.trim()) return showError(t('password.missing'));
    setTrying(true);
    setError(undefined);
    try {
      await galleryAccess.enter(password);
      const state = galleryAccess.state();
      if (state.phase === 'closed' && state.access === 'password_required') showError(t('password.wrong'));
    } catch (failure) {
      showError(isFailure(failure, 'password_wrong') ? t('password.wrong') : failureText(failure));
    } finally {
      setTrying(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!trying) void enter(password);
  };
  const waiting = useServerForm(form, ([value = ''], isSent) => {
    setPassword(value);
    if (isSent) void enter(value);
  });
  return (
    <MessagePage site={site} studio={studio} title={t('password.title')} text={t('password.text')}>
      <form
        {...waiting}
        ref={form}
        noValidate
        onSubmit={submit}
        className={clsx('flex max-w-[24rem] flex-col gap-4 noscript:hidden', waiting.className)}
      >
        <Field label={t('password.label')} error={error} required>
          <PasswordInput
            autoComplete="current-password"
            autoCapitalize="none"
            autoCorrect="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" loading={trying} className="self-start">
          {t('password.open')}
        </Button>
      </form>
      <p className="text-soft">{t('password.lost', { studio: studio?.name ?? t('theStudio') })}</p>
      {studio && <ContactList studio={studio} orReply />}
    </MessagePage>
  );
}
