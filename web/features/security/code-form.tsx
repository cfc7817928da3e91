import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CODE_LENGTH, CodeInput } from '#web/components/ui/inputs/code-input.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAuthErrorText } from './security-errors.ts';

interface CodeFormProps {
  label: string;
  /** Text of the submit button. */
  submitLabel: string;
  /** Verifies the code. Returns null on success, otherwise an error code. */
  onCode: (code: string) => Promise<string | null>;
  onCancel: () => void;
  /** Additional button, e.g. to request another code. */
  aside?: ReactNode;
}

/** Asks for a code and shows errors below the field; any number of attempts. */
export function CodeForm({ label, submitLabel, onCode, onCancel, aside }: CodeFormProps) {
  const { t } = useTranslation(['security', 'common']);
  const problem = useAuthErrorText();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [trying, setTrying] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length < CODE_LENGTH) return setFailure(t('code.needed'));
    setTrying(true);
    setFailure(undefined);
    const refusal = await onCode(code);
    setTrying(false);
    if (refusal) setFailure(problem(refusal));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={label} required error={failure}>
        <CodeInput
          // Focus the field: the user has just requested it, and the button they pressed is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setFailure(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={trying}>
          {submitLabel}
        </Button>
        {aside}
        <Button variant="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
