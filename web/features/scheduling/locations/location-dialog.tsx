import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { locationChanges } from '#core/domain/sessions/locations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { LocationRow } from '../types.ts';

const schema = locationChanges.required();

interface LocationDialogProps {
  /** Null for a new location. */
  location: LocationRow | null;
  onClose: () => void;
}

export function LocationDialog(props: LocationDialogProps) {
  const { id: accountId } = useAccount();
  const newDraft = useNewDraft(`location-new:${accountId}`);
  const [locations, { type }] = useQuery(queries.locations.list());
  if (locations.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return <LocationForm key={props.location?.id ?? newDraft.formKey} newDraft={newDraft} {...props} />;
}

function LocationForm({ newDraft, location, onClose }: LocationDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const mutate = useMutation();
  const { name = '', address = '', notes = '' } = location ?? {};
  const before = { name, address, notes };
  const draft = useDraft(location ? `location:${location.id}` : newDraft.key, before);
  const { changes, discard, conflict, saving } = draft;
  const form = useForm(draft, schema, async (values) => {
    const id = location?.id ?? newDraft.id;
    const now = Date.now();
    const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name as keyof typeof values]]));
    const done = location
      ? await mutate(mutators.locations.update({ id, changes: changed, now }), {
          done: t('common:saved'),
          undo: () => mutators.locations.update({ id, changes: before, now: Date.now() }),
          ...saving(),
        })
      : await newDraft.submit((options) =>
          mutate(mutators.locations.create({ id, ...values, now }), {
            done: t('place.created', { name: values.name }),
            undo: () => mutators.locations.remove({ id, now: Date.now() }),
            ...options,
          }),
        );
    if (done) onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      title={t(location ? 'place.edit' : 'place.new')}
      submitLabel={t(location ? 'common:save' : 'place.add')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field
        label={t('place.name')}
        required
        hint={t('place.nameHint')}
        error={form.error('name') && t('place.nameNeeded')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      <Field
        label={t('place.address')}
        optional
        hint={t('place.addressHint')}
        error={form.error('address') && t('tooLong')}
        conflict={conflict('address')}
      >
        <TextInput autoComplete="off" {...form.input('address')} />
      </Field>
      <Field
        label={t('place.notes')}
        optional
        hint={t('place.notesHint')}
        error={form.error('notes') && t('tooLong')}
        conflict={conflict('notes')}
      >
        <Textarea {...form.input('notes')} />
      </Field>
    </FormDialog>
  );
}
