import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** Milliseconds that the confirmation is shown. */
const SHOWN_MS = 2_000;

interface CopyFieldProps {
  label: string;
  /** The link or text to copy. */
  value: string;
  hint?: string;
}

export function CopyField({ label, value, hint }: CopyFieldProps) {
  const { t } = useTranslation('common');
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <Field label={label} {...(hint && { hint })} error={outcome === 'refused' ? t('copyFailed') : undefined}>
      <div className="flex gap-2">
        <TextInput readOnly value={value} onFocus={(event) => event.target.select()} />
        <Button icon={outcome === 'copied' ? <Check /> : <Copy />} onClick={() => void copy()} className="shrink-0">
          <span aria-live="polite">{t(outcome === 'copied' ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </Field>
  );
}
