import type { Factor } from '@supabase/auth-js';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CODE_LENGTH, CodeInput } from '#web/components/ui/inputs/code-input.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { AuthErrorText } from './auth-error.tsx';

interface CodeFormProps {
  /** Signed in without the second factor. */
  client: AuthClient;
  factors: readonly Factor[];
  /** Called if the factor no longer exists. */
  onGone: () => void;
  /** Called with `aal2`. */
  onVerified?: () => void;
}

/** Asks for the code of an authenticator app. */
export function CodeForm({ client, factors, onGone, onVerified }: CodeFormProps) {
  const { t } = useTranslation(['auth', 'errors']);
  const [chosen, setChosen] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [trying, setTrying] = useState(false);
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!factor || trying) return;
    if (code.length < CODE_LENGTH) return setFailure(t('code.needed'));
    setTrying(true);
    setFailure(undefined);
    const refusal = await verifyCode(client, factor.id, code);
    setTrying(false);
    if (!refusal) return onVerified?.();
    setCode('');
    setFailure(t(`errors:${refusal as 'unknown'}`, { defaultValue: t('errors:unknown') }));
    if (refusal === 'mfa_factor_not_found') onGone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {factor && factors.length > 1 && (
        <RadioGroup
          label={t('code.which')}
          value={factor.id}
          onChange={setChosen}
          options={factors.map(({ id, friendly_name: name }) => ({ value: id, label: name || t('code.unnamed') }))}
        />
      )}
      <Field label={t('code.label')} required error={failure}>
        <CodeInput
          // The input is the only control of the page and replaces the one that was pressed.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setFailure(undefined);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" loading={trying}>
        {t('code.act')}
      </Button>
    </form>
  );
}

/** Returns the error code of a refused code; null on success. */
async function verifyCode(client: AuthClient, factorId: string, code: string): Promise<string | null> {
  const first = await client.mfa.challengeAndVerify({ factorId, code });
  // The challenge expired between the two calls, as after a suspend: try the code on a new one.
  const expired = first.error?.code === 'mfa_challenge_expired';
  const { error } = expired ? await client.mfa.challengeAndVerify({ factorId, code }) : first;
  return error && authErrorCode(error);
}

interface CodePageProps {
  brand: ReactNode;
  onSignOut: () => Promise<void>;
}

/** Asks for the code of the authenticator app after any first factor, before anything else. */
export function CodePage({ brand, onSignOut }: CodePageProps) {
  const { t } = useTranslation(['auth', 'common']);
  const { client } = useAuth();
  const { factors, problem, reload } = useFactors();
  return (
    <NarrowPage
      brand={brand}
      title={t('code.title')}
      intro={t('code.intro')}
      footer={
        // Rendered below the form: the form's height depends on the number of authenticator apps.
        (factors || problem) && (
          <>
            <p className="text-caption">{t('code.lost')}</p>
            <Button variant="quiet" className="mt-2 -ml-4" onClick={() => void onSignOut()}>
              {t('code.signOut')}
            </Button>
          </>
        )
      }
    >
      {problem && (
        <Banner
          tone="danger"
          action={
            <Button size="small" onClick={reload}>
              {t('common:retry')}
            </Button>
          }
        >
          <AuthErrorText failure={{ codes: [problem] }} />
        </Banner>
      )}
      {/* The right code unmounts this page: the session has `aal2`. */}
      {factors ? (
        <CodeForm client={client} factors={factors} onGone={reload} />
      ) : (
        !problem && <Skeleton className="h-40" />
      )}
    </NarrowPage>
  );
}

/** Returns the person's TOTP factors, fetched from the service. */
function useFactors() {
  const { client, renew } = useAuth();
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let here = true;
    void client.mfa.listFactors().then(({ data, error }) => {
      if (!here) return;
      setProblem(error && authErrorCode(error));
      // The last factor was removed elsewhere: a renewed session needs no code.
      if (data?.totp.length === 0) return renew();
      setFactors(data?.totp ?? null);
    });
    return () => {
      here = false;
    };
  }, [client, renew, attempt]);
  return { factors, problem, reload: () => setAttempt((count) => count + 1) };
}
