import { isPhone } from '#core/domain/values/format.ts';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { isFailure } from '../shell/failure.ts';
import type { Details } from './booking-storage.ts';

type DetailsField = keyof Details;
export type DetailsErrors = Partial<Record<DetailsField, 'missing' | 'invalid' | 'long'>>;

/**
 * Maximum lengths, as in core/domain/sessions/booking.ts, whose schemas are too large for this page. The server may still reject
 * a value.
 */
const LIMITS: Record<DetailsField, number> = {
  name: 120,
  email: 254,
  phone: 40,
  address: 1000,
  secondName: 120,
  secondEmail: 254,
  message: 4000,
};
const FIELDS = Object.keys(LIMITS) as DetailsField[];

/** What a session type's form asks for beyond the usual. */
interface Asked {
  needsAddress?: boolean;
  asksSecondPerson?: boolean;
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);

export function validateDetails(
  details: Details,
  { needsAddress = false, asksSecondPerson = false }: Asked = {},
): DetailsErrors {
  const errors: DetailsErrors = {};
  for (const field of FIELDS) if (details[field].trim().length > LIMITS[field]) errors[field] = 'long';
  if (!details.name.trim()) errors.name = 'missing';
  if (needsAddress && !details.address.trim()) errors.address = 'missing';
  const email = details.email.trim();
  if (!email) errors.email = 'missing';
  else if (!isEmail(email)) errors.email = 'invalid';
  if (!isPhone(details.phone)) errors.phone ??= 'invalid';
  const secondEmail = details.secondEmail.trim();
  if (asksSecondPerson && secondEmail) {
    if (!details.secondName.trim()) errors.secondName = 'missing';
    if (!isEmail(secondEmail) || secondEmail.toLowerCase() === email.toLowerCase()) errors.secondEmail = 'invalid';
  }
  return errors;
}

/** Returns the server's validation errors by field; null for any other failure. */
export function rejectedFields(error: unknown): DetailsErrors | null {
  if (!isFailure(error, 'validation_failed') || !Array.isArray(error.params['issues'])) return null;
  const errors: DetailsErrors = {};
  for (const { field } of error.params['issues'] as { field: string }[]) {
    const name = FIELDS.find((known) => field === `client.${known}`);
    if (name) errors[name] = 'invalid';
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

interface DetailsFormProps {
  studio: PublicStudio;
  details: Details;
  onDetails: (details: Details) => void;
  needsAddress: boolean;
  asksSecondPerson: boolean;
  /** Validation errors from the server. */
  refused: DetailsErrors | null;
  /** Text of the submit button. */
  action: string;
  sending: boolean;
  canSend: boolean;
  onSend: () => void;
  /** Content above the button, e.g. an error banner. */
  children: ReactNode;
}

/** Form for the visitor's contact details. Shows errors on submit and removes each one once its field is corrected. */
export function DetailsForm(props: DetailsFormProps) {
  const { studio, details, onDetails, refused, action, sending, canSend, onSend, children } = props;
  const { needsAddress, asksSecondPerson } = props;
  const { t } = useTranslation('booking');
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const localErrors = hasSubmitted ? validateDetails(details, props) : {};
  const faultOf = (field: DetailsField) => {
    const fault = localErrors[field] ?? refused?.[field];
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
    flushSync(() => setHasSubmitted(true));
    if (Object.keys(validateDetails(details, props)).length === 0) return onSend();
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
      {needsAddress && (
        <Field label={t('details.address')} hint={t('details.addressHint')} error={faultOf('address')} required>
          <Textarea {...controlOf('address')} rows={2} autoComplete="street-address" />
        </Field>
      )}
      {asksSecondPerson && (
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-2 font-medium">{t('details.second')}</legend>
          <Field label={t('details.name')} error={faultOf('secondName')} optional>
            <TextInput {...controlOf('secondName')} autoComplete="off" autoCapitalize="words" />
          </Field>
          <Field label={t('details.email')} hint={t('details.secondHint')} error={faultOf('secondEmail')} optional>
            <TextInput
              {...controlOf('secondEmail')}
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
            />
          </Field>
        </fieldset>
      )}
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
