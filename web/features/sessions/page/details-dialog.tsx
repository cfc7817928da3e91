import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAct } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import { PhotographerField } from '../form/photographer-field.tsx';
import { PlaceFields } from '../form/place-fields.tsx';
import type { SessionRow } from '../session-rows.ts';

/** Whom it is for, what it is, whose and where; its time and status have acts of their own. */
export function DetailsDialog({ session, onClose }: { session: SessionRow; onClose: () => void }) {
  const { t } = useTranslation(['sessions', 'common']);
  const act = useAct();
  const { writable } = useStore();
  const [types] = useQuery(queries.sessionTypes.list());
  // As it was when the dialog opened: what somebody else changes meanwhile is no change of this one.
  const [stored] = useState({
    customerId: session.customerId as string | null,
    sessionTypeId: session.sessionTypeId,
    type: session.type,
    photographerId: session.photographerId,
    locationId: session.locationId,
    location: session.location,
  });
  const [value, setValue] = useState(stored);
  const put = (part: Partial<typeof value>) => setValue((before) => ({ ...before, ...part }));
  const save = async () => {
    const { customerId, ...rest } = value;
    if (!customerId) return;
    // Only what was changed here: somebody else may have changed the rest meanwhile.
    const changes = Object.fromEntries(
      Object.entries({ customerId, ...rest }).filter(([key, one]) => one !== stored[key as keyof typeof stored]),
    );
    const done = Object.keys(changes).length === 0;
    if (
      done ||
      (await act(mutators.sessions.update({ id: session.id, changes, now: Date.now() }), { done: t('edit.done') }))
    )
      onClose();
  };
  const offered = types.filter(({ id, archivedAt }) => archivedAt === null || id === session.sessionTypeId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('edit.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" disabled={!writable || !value.customerId} onClick={() => void save()}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <CustomerField
        required
        value={value.customerId}
        onChange={(customerId) => put({ customerId })}
        error={value.customerId ? undefined : t('clientNeeded')}
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
      <Field label={t('name')} optional hint={value.sessionTypeId ? t('nameHintType') : t('nameHint')}>
        <TextInput maxLength={200} value={value.type} onChange={({ target }) => put({ type: target.value })} />
      </Field>
      <PhotographerField
        value={value.photographerId ?? ''}
        onChange={(userId) => put({ photographerId: userId || null })}
      />
      <PlaceFields value={value} onChange={put} />
    </Dialog>
  );
}
