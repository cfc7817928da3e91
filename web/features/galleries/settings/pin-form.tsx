import { Check, Copy, Dices } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { makePin, readPin } from './pin.ts';

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
