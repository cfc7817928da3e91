import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFocusFirstError } from '#web/lib/forms/use-focus-first-error.ts';

/** The shortest name that counts as a signature, as in core/domain/contracts/contracts.ts. */
const MIN_NAME = 2;
const MAX_NAME = 120;

interface NameSignatureProps {
  /** The statements, each beside a checkbox of its own. */
  consents: readonly string[];
  /** The server has refused the name. */
  isNameRefused?: boolean;
  /** Content above the field of the name. */
  before?: ReactNode;
  /** Content below the checkbox: a refusal, and the button that submits. */
  children: ReactNode;
  /** Called with the name without outer spaces, once the visitor has consented. */
  onSign: (name: string) => Promise<void>;
}

/** The form that signs a text: a typed name and consents. Without one of them it says what is missing. */
export function NameSignature({ consents, isNameRefused = false, before, children, onSign }: NameSignatureProps) {
  const { t } = useTranslation('booking');
  const { form, refuse } = useFocusFirstError();
  const [name, setName] = useState('');
  const [given, setGiven] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const typed = name.trim();
  const isShort = typed.length < MIN_NAME;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isShort || consents.some((one) => !given.includes(one))) return refuse();
    void onSign(typed);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-lead font-semibold">{t('contract.signTitle')}</h2>
      {before}
      <Field
        label={t('contract.name')}
        required
        hint={t('contract.nameHint')}
        error={isNameRefused || (isChecked && isShort) ? t('contract.nameWrong') : undefined}
      >
        <TextInput
          autoComplete="name"
          maxLength={MAX_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      {consents.map((consent) => {
        const isGiven = given.includes(consent);
        return (
          <Checkbox
            key={consent}
            label={consent}
            error={isChecked && !isGiven ? t('contract.consentWrong') : undefined}
            checked={isGiven}
            onChange={(next) => setGiven([...given.filter((one) => one !== consent), ...(next ? [consent] : [])])}
          />
        );
      })}
      {children}
    </form>
  );
}
