import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFailureText } from '../shell/failure.ts';
import { useApi } from '../shell/public-api.ts';
import { markPinVerified } from './download-storage.ts';

interface PinFormProps {
  busy: boolean;
  /** Reason why the last PIN was refused. */
  failure?: unknown;
  onPin: (pin: string) => void;
}

/** Asks for the gallery's PIN. Keeps the input after any answer. */
export function PinForm({ busy, failure, onPin }: PinFormProps) {
  const { t } = useTranslation('downloads');
  const failureText = useFailureText();
  const [pin, setPin] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure) input.current?.select();
    input.current?.focus();
  }, [failure]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = pin.replaceAll(/\s/g, '');
    const complete = /^\d{4,8}$/.test(typed);
    setMissing(!complete);
    if (complete && !busy) onPin(typed);
  };
  const error = missing ? t('pin.missing') : failure ? failureText(failure) : undefined;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('pin.label')} hint={t('pin.text')} error={error}>
        <TextInput
          ref={input}
          value={pin}
          onChange={(event) => setPin(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="max-w-48 tabular-nums"
        />
      </Field>
      <Button type="submit" variant="primary" loading={busy} className="self-start">
        {t('pin.go')}
      </Button>
    </form>
  );
}

interface PinPromptProps {
  galleryId: string;
  onOpen: () => void;
}

/** Asks for the gallery's PIN and sends it to the server. */
export function PinPrompt({ galleryId, onOpen }: PinPromptProps) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const enter = async (pin: string) => {
    setBusy(true);
    try {
      await api.unlock(galleryId, pin);
      markPinVerified(galleryId);
      onOpen();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return <PinForm busy={busy} failure={failure} onPin={(pin) => void enter(pin)} />;
}
