import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFailureText } from '../shell/failure.ts';
import type { Proofing } from './proofing-store.ts';

/** Accepts what a browser accepts as an email address; the server decides. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Name and address of a person who chooses, and a link by email that opens the choices on another device. The answer
 * is the same for every address: it tells nobody who has chosen here.
 */
export function AnotherDevice({ proofing }: { proofing: Proofing }) {
  const { t } = useTranslation('devices');
  const { view } = useSyncExternalStore(proofing.subscribe, proofing.getSnapshot);
  const person = view?.person ?? null;
  const [name, setName] = useState(person?.name ?? '');
  const [email, setEmail] = useState(person?.email ?? '');
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'sending' | 'sent'>('idle');
  const [error, setError] = useState<string>();
  const [invalid, setInvalid] = useState(false);
  const failureText = useFailureText();
  // An invited person's name and address are the studio's.
  const isGuest = person?.role === 'guest';
  const address = email.trim();
  const isChanged = isGuest && (name.trim() !== person.name || address !== person.email);

  const run = async (pending: 'saving' | 'sending', isLink: boolean) => {
    if (address === '' ? isLink : !ADDRESS.test(address)) return setInvalid(true);
    setInvalid(false);
    setError(undefined);
    setState(pending);
    try {
      if (isChanged) await proofing.saveDetails({ name: name.trim(), email: address });
      if (isLink) await proofing.recover(address);
      setState(isLink ? 'sent' : 'saved');
    } catch (failure) {
      setError(failureText(failure));
      setState('idle');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run('sending', true);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="measure text-soft">{t(isGuest ? 'guest' : person ? 'client' : 'nobody')}</p>
      {isGuest && (
        <Field label={t('name')} optional>
          <TextInput
            value={name}
            maxLength={120}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      )}
      <Field label={t('email')} error={invalid ? t('invalid') : undefined}>
        <TextInput
          type="email"
          inputMode="email"
          value={email}
          maxLength={320}
          autoComplete="email"
          onChange={({ target }) => {
            setEmail(target.value);
            setState('idle');
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={state === 'sending'}>
          {t('send')}
        </Button>
        {isGuest && (
          <Button loading={state === 'saving'} disabled={!isChanged} onClick={() => void run('saving', false)}>
            {t(state === 'saved' && !isChanged ? 'saved' : 'save')}
          </Button>
        )}
      </div>
      <output className={error ? 'text-danger' : 'measure'}>
        {error ?? (state === 'sent' && t('sent', { email: address }))}
      </output>
    </form>
  );
}
