import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/email.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
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

const form = z.object({ email, saves: z.boolean() });

function CorrectDialog({ grant, gallery, onClose }: CorrectAddressProps & { onClose: () => void }) {
  const { t } = useTranslation(['galleries', 'errors', 'common']);
  const { role } = useAccount();
  const api = useApi();
  const mutate = useMutation();
  const formId = useId();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email: grant.email, saves: true },
  });
  // The gallery's client has the same wrong address.
  const { customer } = gallery;
  const client = customer?.email === grant.email && can(role, 'customers.write') ? customer : null;
  const send = async (values: z.infer<typeof form>) => {
    const done = t('invites.sent', { email: values.email });
    const correct = () => api.invites.correct({ params: { grantId: grant.id }, body: { email: values.email } });
    if (!(await call(correct, done))) return;
    if (client && values.saves) {
      await mutate(mutators.customers.update({ id: client.id, changes: { email: values.email }, now: Date.now() }));
    }
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('invites.correctNamed', { name: grant.label || grant.email })}
      description={t('invites.correctText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            {t('invites.act')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="flex flex-col gap-4">
        <ErrorBanner code={failure} />
        <Field label={t('invites.email')} required error={formState.errors.email && t('errors:email_address_invalid')}>
          <TextInput type="email" autoComplete="off" inputMode="email" {...register('email')} />
        </Field>
        {client && (
          <Controller
            control={control}
            name="saves"
            render={({ field: { value, onChange } }) => (
              <Checkbox label={t('invites.correctClient', { name: client.name })} checked={value} onChange={onChange} />
            )}
          />
        )}
      </form>
    </Dialog>
  );
}
