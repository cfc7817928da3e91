import type { Factor } from '@supabase/supabase-js';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { CODE_LENGTH, CodeInput } from '#web/components/ui/code-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { RadioGroup } from '#web/components/ui/radio-group.tsx';
import { authErrorCode, type AuthClient } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';

interface CodeFormProps {
  factors: readonly Factor[];
  /** The factor that was tried is not there any more. */
  onGone: () => void;
}

export function CodeForm({ factors, onGone }: CodeFormProps) {
  const { t } = useTranslation(['auth', 'errors']);
  const { client } = useAuth();
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
    // Right: the session has its second factor, and this page makes way.
    const refusal = await verifyCode(client, factor.id, code);
    setTrying(false);
    if (!refusal) return;
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
          // The one thing to do on the page, which takes the place of what was pressed.
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

/** Why the code was refused; null when it was right. */
async function verifyCode(client: AuthClient, factorId: string, code: string): Promise<string | null> {
  const first = await client.mfa.challengeAndVerify({ factorId, code });
  // The challenge ran out between the two calls, as on a machine that fell asleep: the code is tried on a new one.
  const expired = first.error?.code === 'mfa_challenge_expired';
  const { error } = expired ? await client.mfa.challengeAndVerify({ factorId, code }) : first;
  return error && authErrorCode(error);
}
