import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { rowId } from '#core/domain/values/ids.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { LocationFields } from '../form/location-fields.tsx';
import { PhotographerField } from '../form/session-fields.tsx';
import type { SessionRow } from '../types.ts';

const schema = z.object({ customerId: rowId });

interface DetailsDialogProps {
  session: SessionRow;
  /** True if the user may change photographer and client: roles that see the session's money. */
  mayAssign: boolean;
  onClose: () => void;
}

/** Edits client, type, name, photographer and location. Time and status have their own actions. */
export function DetailsDialog({ session, mayAssign, onClose }: DetailsDialogProps) {
  const { t } = useTranslation(['sessions', 'common', 'errors']);
  const mutate = useMutation();
  const [types] = useQuery(queries.sessionTypes.list());
  const { id } = session;
  const stored = {
    customerId: session.customerId as string | null,
    sessionTypeId: session.sessionTypeId,
    type: session.type,
    photographerId: session.photographerId,
    locationId: session.locationId,
    location: session.location,
  };
  const draft = useDraft(`session-details:${id}`, stored);
  const { values: value, change: put, changes, discard, conflict, saving } = draft;
  const form = useForm(draft, schema, async () => {
    // Send only the changed fields: others may have changed the rest.
    const { customerId, ...rest } = changes;
    const changed = { ...rest, ...(customerId && { customerId }) };
    const done = Object.keys(changed).length === 0;
    const request = mutators.sessions.update({ id, changes: changed, now: Date.now() });
    if (done || (await mutate(request, { done: t('edit.done'), ...saving() }))) onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  const isOnReceipt = session.payments.some(({ receipt }) => receipt !== null);
  const locked = isOnReceipt ? t('errors:session_has_receipt') : mayAssign ? undefined : t('edit.clientFixed');
  const offered = types.filter((type) => type.archivedAt === null || type.id === session.sessionTypeId);
  return (
    <FormDialog
      title={t('edit.title')}
      submitLabel={t('common:save')}
      button={{ writes: true, disabled: !form.read }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <CustomerField
        required
        value={value.customerId}
        onChange={(customerId) => put({ customerId })}
        error={form.fault('customerId') && t('clientNeeded')}
        locked={locked}
      />
      {offered.length > 0 && (
        <Field label={t('type')} optional>
          <Select
            value={value.sessionTypeId ?? ''}
            onChange={({ target }) => put({ sessionTypeId: target.value || null })}
            options={[
              { value: '', label: t('noType') },
              ...offered.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
      <Field
        label={t('name')}
        optional
        hint={value.sessionTypeId ? t('nameHintType') : t('nameHint')}
        conflict={conflict('type')}
      >
        <TextInput maxLength={200} {...form.input('type')} />
      </Field>
      {mayAssign && (
        <PhotographerField
          value={value.photographerId ?? ''}
          onChange={(userId) => put({ photographerId: userId || null })}
        />
      )}
      <LocationFields value={value} onChange={put} />
    </FormDialog>
  );
}
