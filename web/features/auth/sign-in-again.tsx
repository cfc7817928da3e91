import type { User } from '@supabase/auth-js';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CODE_LENGTH, CodeInput } from '#web/components/ui/inputs/code-input.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { type AuthClient, type AuthSession, createSeparateAuthClient } from '#web/lib/auth/auth-client.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { requiresMfa } from '#web/lib/auth/auth-state.ts';
import { readConfig } from '#web/lib/env.ts';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { AuthErrorText } from './auth-error.tsx';
import { CodeForm } from './code-page.tsx';
import { useAttempt } from './use-attempt.ts';

interface SignInAgainProps {
  user: User;
  /** Only a mailed code counts, because another way to sign in was changed within a day. */
  byMail: boolean;
  /** Called with true once the person has signed in again, with false if they gave up. */
  onEnd: (isDone: boolean) => void;
}

/**
 * Asks a signed-in person to sign in again, above the screen that needs it, which stays as it is. The new session
 * replaces the present one only once it is complete, second factor included, so that nothing below is unmounted.
 */
export function SignInAgain({ user, byMail, onEnd }: SignInAgainProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const [second] = useState(() => createSeparateAuthClient(readConfig()));
  // A provider's account has no password, unless one was added.
  const has = user.identities?.some(({ provider }) => provider === 'email' || provider === 'phone') ?? true;
  const hasPassword = has && !byMail;
  const [way, setWay] = useState<'password' | 'code' | 'factor'>(hasPassword || !user.email ? 'password' : 'code');
  const [isMailed, setMailed] = useState(false);
  const [session, setSession] = useState<AuthSession | null>(null);
  const replace = async () => {
    const before = (await client.getSession()).data.session;
    const { data } = await second.getSession();
    const { error } = data.session ? await client.setSession(data.session) : { error: true };
    // Best effort: the list of devices would show the replaced session until it expires.
    if (!error && before) await second.admin.signOut(before.access_token, 'local');
    onEnd(!error);
  };
  const proceed = (signedIn: AuthSession) => {
    if (!requiresMfa(signedIn)) return replace();
    setSession(signedIn);
    setWay('factor');
  };
  const factors = session?.user.factors?.filter(({ status }) => status === 'verified') ?? [];
  const form = { user, client: second, onSignedIn: proceed };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onEnd(false)}
      title={t('confirm.title')}
      description={t(byMail ? 'confirm.changed' : 'confirm.intro')}
    >
      {way === 'password' && (
        <PasswordStep
          {...form}
          onMailed={() => {
            setMailed(true);
            setWay('code');
          }}
        />
      )}
      {way === 'code' && (
        <MailCodeStep {...form} wasMailed={isMailed} {...(hasPassword && { onPassword: () => setWay('password') })} />
      )}
      {way === 'factor' && (
        <CodeForm client={second} factors={factors} onGone={() => onEnd(false)} onVerified={() => void replace()} />
      )}
    </Dialog>
  );
}

interface StepProps {
  user: User;
  client: AuthClient;
  onSignedIn: (session: AuthSession) => unknown;
}

/** Mails the code that `MailCodeStep` asks for. */
const mailCode = (client: AuthClient, { email = '' }: User, captcha: { captchaToken?: string }) =>
  client.signInWithOtp({ email, options: { shouldCreateUser: false, ...captcha } });

const passwordForm = z.object({ password: z.string().check(z.minLength(1)) });
const codeForm = z.object({ code: z.string().check(z.length(CODE_LENGTH)) });

function PasswordStep({ user, client, onSignedIn, onMailed }: StepProps & { onMailed: () => void }) {
  const { t } = useTranslation('auth');
  const { attempt, failure, captcha } = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  const [mailing, setMailing] = useState(false);
  const mail = async () => {
    setMailing(true);
    const answer = await attempt((token) => mailCode(client, user, token));
    setMailing(false);
    if (answer) onMailed();
  };
  const form = useForm(useFields({ password: '' }), passwordForm, async ({ password }) => {
    const who = user.email ? { email: user.email } : { phone: `+${user.phone}` };
    const answer = await attempt((options) => client.signInWithPassword({ ...who, password, options }));
    if (answer?.data.session) return onSignedIn(answer.data.session);
    field.current?.focus();
    field.current?.select();
  });
  const isWrong = failure?.codes[0] === 'invalid_credentials';
  const error = form.error('password') ? t('passwordNeeded') : isWrong ? t('confirm.wrong') : undefined;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      {failure && !isWrong && (
        <Banner tone="danger">
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={user.email || user.phone || ''} />
      <Field label={t('password')} required error={error}>
        <PasswordInput
          // The dialog opens for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete="current-password"
          {...form.input('password')}
          ref={field}
        />
      </Field>
      {captcha.widget}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={form.isSubmitting}>
          {t('confirm.act')}
        </Button>
        {user.email && (
          <Button variant="quiet" loading={mailing} onClick={() => void mail()}>
            {t('confirm.mail')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface MailCodeStepProps extends StepProps {
  /** A code is on its way already. */
  wasMailed: boolean;
  /** Absent for an account without a password. */
  onPassword?: () => void;
}

function MailCodeStep({ user, client, onSignedIn, wasMailed, onPassword }: MailCodeStepProps) {
  const { t } = useTranslation('auth');
  const { attempt, failure, captcha } = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  const fields = useFields({ code: '' });
  const [isMailed, setMailed] = useState(wasMailed);
  const [mailing, setMailing] = useState(false);
  const email = user.email ?? '';
  const mail = async () => {
    setMailing(true);
    const answer = await attempt((token) => mailCode(client, user, token));
    setMailing(false);
    if (answer) setMailed(true);
  };
  const form = useForm(fields, codeForm, async ({ code }) => {
    const answer = await attempt((options) => client.verifyOtp({ email, token: code, type: 'email', options }));
    if (answer?.data.session) return onSignedIn(answer.data.session);
    fields.change({ code: '' });
    field.current?.focus();
  });
  const isWrong = failure?.codes[0] === 'otp_expired';
  const error = form.error('code') ? t('code.needed') : isWrong ? t('sms.wrong') : undefined;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isMailed) form.submit(event);
        else void mail();
      }}
    >
      {failure && !isWrong && (
        <Banner tone="danger">
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      {isMailed && (
        <>
          <p className="measure">{t('confirm.mailed', { email })}</p>
          <Field label={t('code.label')} required error={error}>
            <CodeInput
              // The input appears because the person asked for its code.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              ref={field}
              value={fields.values.code}
              onChange={(code) => fields.change({ code })}
            />
          </Field>
        </>
      )}
      {captcha.widget}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isMailed ? form.isSubmitting : mailing}>
          {isMailed ? t('confirm.act') : t('confirm.mail')}
        </Button>
        {isMailed && (
          <Button loading={mailing} onClick={() => void mail()}>
            {t('sent.resend')}
          </Button>
        )}
        {onPassword && (
          <Button variant="quiet" onClick={onPassword}>
            {t('confirm.password')}
          </Button>
        )}
      </div>
    </form>
  );
}
