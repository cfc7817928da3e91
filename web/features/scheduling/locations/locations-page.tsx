import { useQuery } from '@rocicorp/zero/react';
import { MapPin, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locationChanges } from '#core/domain/sessions/locations.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mapHref } from '#core/domain/values/format.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { LocationRow } from '../types.ts';

const schema = locationChanges.required();

interface LocationDialogProps {
  /** Null for a new location. */
  location: LocationRow | null;
  onClose: () => void;
}

function LocationDialog(props: LocationDialogProps) {
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

interface LocationItemProps {
  location: LocationRow;
  /** Undefined if the user may not edit the location. */
  onEdit: (() => void) | undefined;
}

function LocationItem({ location, onEdit }: LocationItemProps) {
  const { t } = useTranslation('scheduling');
  const mutate = useMutation();
  const { id, name, address, notes } = location;
  const remove = () =>
    mutate(mutators.locations.remove({ id, now: Date.now() }), {
      done: t('place.removed', { name }),
      undo: () => mutators.locations.restore({ id, name, address, notes, now: Date.now() }),
    });
  return (
    <CatalogRow
      title={name}
      detail={[address, notes].filter(Boolean).join(' · ')}
      actions={
        address && (
          <a
            href={mapHref(address)}
            target="_blank"
            rel="noreferrer"
            title={t('place.map')}
            aria-label={t('place.mapOf', { name })}
            className="inline-flex size-control items-center justify-center rounded-full hover:bg-hover"
          >
            <MapPin aria-hidden className="size-5" strokeWidth={1.5} />
          </a>
        )
      }
      edit={onEdit && { label: t('place.editNamed', { name }), onSelect: onEdit }}
      remove={onEdit && { label: t('place.removeNamed', { name }), onSelect: () => void remove() }}
    />
  );
}

/** Lists the studio's locations. */
export function LocationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['scheduling', 'settings']);
  const { role } = useAccount();
  const [locations, { type }] = useQuery(queries.locations.list());
  const [edited, setEdited] = useState<LocationRow | 'new' | null>(null);
  const mayWrite = can(role, 'scheduling.write');
  // Show later changes by others. Keep the opened location if a person deletes it.
  const asStored = (location: LocationRow) => locations.find(({ id }) => id === location.id) ?? location;
  return (
    <>
      <CatalogPage
        title={t('settings:tabs.locations')}
        tabs={tabs}
        label={t('place.title')}
        intro={t('place.intro')}
        create={
          mayWrite && (
            <Button variant="primary" icon={<Plus />} writes onClick={() => setEdited('new')}>
              {t('place.new')}
            </Button>
          )
        }
        empty={{ title: t('place.empty'), text: t('place.emptyText') }}
        isEmpty={locations.length === 0}
        isComplete={type === 'complete'}
      >
        <CatalogRows>
          {locations.map((location) => (
            <LocationItem
              key={location.id}
              location={location}
              onEdit={mayWrite ? () => setEdited(location) : undefined}
            />
          ))}
        </CatalogRows>
      </CatalogPage>
      {edited && (
        <LocationDialog location={edited === 'new' ? null : asStored(edited)} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
