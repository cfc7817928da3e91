import type { Factor } from '@supabase/supabase-js';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useAuthErrorText } from '../use-problem.ts';
import type { AuthAction } from '../use-second-step.ts';
import { FactorKey } from './factor-key.tsx';
import { useEnrollment } from './use-enrolment.ts';

/** As long as the auth service keeps a name. */
const NAME_AT_MOST = 60;

interface EnrollFactorProps {
  factors: readonly Factor[];
  run: (act: AuthAction) => Promise<string | null>;
  onDone: () => void;
  onCancel: () => void;
}

/** One more device: its name first, then its key and the first code. */
export function EnrollFactor({ factors, run, onDone, onCancel }: EnrollFactorProps) {
  const { t } = useTranslation(['security', 'common']);
  const toast = useToast();
  const problem = useAuthErrorText();
  const { enrolment, begin, verify } = useEnrollment(factors, run);
  const isFirst = !factors.some(({ status }) => status === 'verified');
  const [name, setName] = useState(isFirst ? t('factors.nameStart') : '');
  const [failure, setFailure] = useState<string>();
  const [beginning, setBeginning] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setFailure(t('factors.nameNeeded'));
    setBeginning(true);
    setFailure(undefined);
    const refusal = await begin(name.trim());
    setBeginning(false);
    if (refusal) setFailure(problem(refusal));
  };
  const tryCode = async (code: string) => {
    const refusal = await verify(code);
    if (refusal) return refusal;
    if (isFirst) toast({ title: t('factors.done'), detail: t('factors.doneText') });
    else toast({ title: t('factors.addedToast', { name: name.trim() }) });
    onDone();
    return null;
  };
  return (
    <div className="flex flex-col gap-5 border-l-2 border-line pl-4">
      {enrolment ? (
        <FactorKey key={enrolment.id} enrolment={enrolment} onCode={tryCode} onCancel={onCancel} />
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <Field label={t('factors.name')} required hint={t('factors.nameHint')} error={failure}>
            <TextInput
              // Somebody has just asked for it, and the button that they pressed is gone.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              autoComplete="off"
              maxLength={NAME_AT_MOST}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" loading={beginning}>
              {t('factors.continue')}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
