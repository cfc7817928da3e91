import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CODE_LENGTH, CodeInput } from '#web/components/ui/inputs/code-input.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAuthErrorText } from './security-errors.ts';

interface CodeFormProps {
  label: string;
  /** What the button says. */
  act: string;
  /** Tries the code. Answers null when it was right, otherwise why not. */
  onCode: (code: string) => Promise<string | null>;
  onCancel: () => void;
  /** Another button, such as asking for another code. */
  aside?: ReactNode;
}

/** One code, tried as often as it takes; what is wrong with it stands below it. */
export function CodeForm({ label, act, onCode, onCancel, aside }: CodeFormProps) {
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
          // Somebody has just asked for it, and the button that they pressed is gone.
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
          {act}
        </Button>
        {aside}
        <Button variant="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
