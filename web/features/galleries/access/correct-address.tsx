import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/values/email.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow, GrantRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface CorrectAddressProps {
  grant: GrantRow;
  gallery: GalleryRow;
}

/** Corrects the address of an invitation that did not arrive, and sends it there. */
export function CorrectAddress({ grant, gallery }: CorrectAddressProps) {
  const { t } = useTranslation('galleries');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        writes
        aria-label={t('invites.correctNamed', { name: grant.label || grant.email })}
        onClick={() => setOpen(true)}
      >
        {t('invites.correct')}
      </Button>
      {open && <CorrectDialog grant={grant} gallery={gallery} onClose={() => setOpen(false)} />}
    </>
  );
}

const schema = z.object({ email, saves: z.boolean() });

function CorrectDialog({ grant, gallery, onClose }: CorrectAddressProps & { onClose: () => void }) {
  const { t } = useTranslation(['galleries', 'errors']);
  const { role } = useAccount();
  const api = useApi();
  const mutate = useMutation();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const fields = useFields({ email: grant.email, saves: true });
  const { values, change } = fields;
  // The gallery's client has the same wrong address.
  const { customer } = gallery;
  const client = customer?.email === grant.email && can(role, 'customers.write') ? customer : null;
  const form = useForm(fields, schema, async ({ email: to, saves }) => {
    const done = t('invites.sent', { email: to });
    const correct = () => api.invites.correct({ params: { grantId: grant.id }, body: { email: to } });
    if (!(await call(correct, done))) return;
    if (client && saves) {
      await mutate(mutators.customers.update({ id: client.id, changes: { email: to }, now: Date.now() }));
    }
    onClose();
  });
  return (
    <FormDialog
      title={t('invites.correctNamed', { name: grant.label || grant.email })}
      description={t('invites.correctText')}
      submitLabel={t('invites.act')}
      button={{ loading: busy }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <ErrorBanner code={failure} />
      <Field label={t('invites.email')} required error={form.error('email') && t('errors:email_address_invalid')}>
        <TextInput type="email" autoComplete="off" inputMode="email" {...form.input('email')} />
      </Field>
      {client && (
        <Checkbox
          label={t('invites.correctClient', { name: client.name })}
          checked={values.saves}
          onChange={(saves) => change({ saves })}
        />
      )}
    </FormDialog>
  );
}
