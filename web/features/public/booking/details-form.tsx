import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { validateDetails, type DetailsErrors, type DetailsField } from './details-rules.ts';
import type { Details } from './kept.ts';

interface DetailsFormProps {
  studio: PublicStudio;
  details: Details;
  onDetails: (details: Details) => void;
  /** What the server found wrong. */
  refused: DetailsErrors | null;
  /** What the button says. */
  action: string;
  sending: boolean;
  canSend: boolean;
  onSend: () => void;
  /** Above the button: what went wrong. */
  children: ReactNode;
}

/** Who books. Faults are shown when somebody tries to send, and go as soon as they are mended. */
export function DetailsForm(props: DetailsFormProps) {
  const { studio, details, onDetails, refused, action, sending, canSend, onSend, children } = props;
  const { t } = useTranslation('booking');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const own = tried ? validateDetails(details) : {};
  const faultOf = (field: DetailsField) => {
    const fault = own[field] ?? refused?.[field];
    return fault && t(`details.faults.${field}.${fault}`);
  };
  const controlOf = (field: DetailsField) => ({
    name: field,
    value: details[field],
    onChange: (event: { target: { value: string } }) => onDetails({ ...details, [field]: event.target.value }),
  });
  const toFirstFault = () => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  useEffect(() => {
    if (refused) toFirstFault();
  }, [refused]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sending || !canSend) return;
    flushSync(() => setTried(true));
    if (Object.keys(validateDetails(details)).length === 0) return onSend();
    toFirstFault();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label={t('details.name')} error={faultOf('name')} required>
        <TextInput {...controlOf('name')} autoComplete="name" autoCapitalize="words" />
      </Field>
      <Field label={t('details.email')} hint={t('details.emailHint')} error={faultOf('email')} required>
        <TextInput {...controlOf('email')} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
      </Field>
      <Field label={t('details.phone')} error={faultOf('phone')} optional>
        <TextInput {...controlOf('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label={t('details.message')} hint={t('details.messageHint')} error={faultOf('message')} optional>
        <Textarea {...controlOf('message')} rows={4} />
      </Field>
      {children}
      <div className="flex flex-col gap-3">
        <Button type="submit" variant="primary" loading={sending} disabled={!canSend} className="sm:self-start">
          {action}
        </Button>
        <p className="text-caption text-soft">{t('details.privacy', { studio: studio.name })}</p>
      </div>
    </form>
  );
}
