import { Check, Copy, Dices } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadPin } from '#core/domain/archives.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';

/** Easy to tell in a message, and far too many to try at a door that counts the tries. */
const MADE_UP = 6;

/** A PIN of six digits, each as likely as the other. @param random fills an array with random bytes */
export function makePin(random: (bytes: Uint8Array<ArrayBuffer>) => unknown): string {
  let pin = '';
  while (pin.length < MADE_UP) {
    const bytes = new Uint8Array(MADE_UP * 2);
    random(bytes);
    // 250 is the last multiple of ten in a byte: what is above would make 0 to 5 come more often.
    for (const byte of bytes) if (byte < 250 && pin.length < MADE_UP) pin += String(byte % 10);
  }
  return pin;
}

/** As typed, with or without spaces between the digits; null when it is none. */
export function readPin(text: string): string | null {
  const result = downloadPin.safeParse(text.replaceAll(/\s/g, ''));
  return result.success ? result.data : null;
}

interface PinFormProps {
  /** There is one already. */
  change: boolean;
  onSave: (pin: string) => Promise<void>;
  onCancel: () => void;
}

/** Digits as typed or made up: shown while they are written, since nobody can read them later. */
export function PinForm({ change, onSave, onCancel }: PinFormProps) {
  const { t } = useTranslation(['galleries', 'errors', 'common']);
  const [typed, setTyped] = useState('');
  const [copied, setCopied] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const pin = readPin(typed);
  const write = (text: string) => {
    setTyped(text);
    setCopied(false);
  };
  const copy = () => {
    if (!pin) return;
    navigator.clipboard.writeText(pin).then(
      () => setCopied(true),
      () => setFailure(t('common:copyFailed')),
    );
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pin) return setFailure(t('pin.needed'));
    setSaving(true);
    setFailure(undefined);
    try {
      await onSave(pin);
    } catch (error) {
      setFailure(t(`errors:${errorCode(error) as 'unknown'}`));
      setSaving(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 border-l-2 border-line pl-4"
    >
      <Field label={t('pin.label')} hint={t('pin.labelHint')} error={failure}>
        <div className="flex items-center gap-1">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            value={typed}
            onChange={(event) => write(event.target.value)}
            className="max-w-40 tracking-widest tabular-nums"
          />
          <IconButton
            label={t('pin.copyIt')}
            icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            disabled={!pin}
            onClick={copy}
          />
          <output className="sr-only">{copied ? t('common:copied') : ''}</output>
          <Button
            variant="quiet"
            icon={<Dices />}
            onClick={() => write(makePin((bytes) => crypto.getRandomValues(bytes)))}
          >
            {t('pin.generate')}
          </Button>
        </div>
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={saving}>
          {t(change ? 'pin.changeAct' : 'pin.set')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
