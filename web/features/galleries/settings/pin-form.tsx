import { Check, Copy, Dices } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadPin } from '#core/domain/galleries/archives.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';

/** Digits of a generated PIN: easy to pass on, too many to guess under the rate limit. */
const MADE_UP = 6;

/**
 * Returns a PIN of six uniformly random digits.
 * @param random fills an array with random bytes
 */
export function makePin(random: (bytes: Uint8Array<ArrayBuffer>) => unknown): string {
  let pin = '';
  while (pin.length < MADE_UP) {
    const bytes = new Uint8Array(MADE_UP * 2);
    random(bytes);
    // 250 is the largest multiple of ten in a byte: higher values would favour 0 to 5.
    for (const byte of bytes) if (byte < 250 && pin.length < MADE_UP) pin += String(byte % 10);
  }
  return pin;
}

/** Reads typed digits, with or without spaces; null if invalid. */
export function readPin(text: string): string | null {
  const result = downloadPin.safeParse(text.replaceAll(/\s/g, ''));
  return result.success ? result.data : null;
}

interface PinFormProps {
  /** True if the gallery has a PIN already. */
  change: boolean;
  onSave: (pin: string) => Promise<void>;
  onCancel: () => void;
}

/** Form of a typed or generated PIN. Shows the digits, since they cannot be read later. */
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
