import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFailureText } from '../shell/failure.ts';
import { PublicDialog } from '../shell/public-dialog.tsx';
import type { Choosing } from './choosing-store.ts';
import { useChoosing } from './use-choosing.ts';

interface NameDialogProps {
  choosing: Choosing;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for name and, optionally, email of the person who chooses. */
export function NameDialog({ choosing, open, onOpenChange }: NameDialogProps) {
  const { t } = useTranslation(['choosing', 'common']);
  const failureText = useFailureText();
  const { view } = useChoosing(choosing);
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [name, email] = ['name', 'email'].map((field) => {
      const value = given.get(field);
      return typeof value === 'string' ? value.trim() : '';
    });
    if (!name) return setError(t('name.missing'));
    setBusy(true);
    try {
      await choosing.proofing.saveDetails({ name, email: email ?? '' });
      onOpenChange(false);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PublicDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('name.ask')}
      description={t('name.why')}
      footer={
        <Button type="submit" form={form} variant="primary" loading={busy}>
          {t('common:save')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={t('name.label')} error={error}>
          <TextInput name="name" defaultValue={view?.person?.name} autoComplete="name" maxLength={120} />
        </Field>
        <Field label={t('name.email')} hint={t('name.emailHint')} optional>
          <TextInput
            name="email"
            type="email"
            defaultValue={view?.person?.email}
            autoComplete="email"
            inputMode="email"
            maxLength={320}
          />
        </Field>
      </form>
    </PublicDialog>
  );
}
