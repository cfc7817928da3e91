import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { rescheduleMailAt, useReschedule } from '#web/lib/sessions/use-reschedule.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { timeForm } from '../form/session-draft.ts';
import { readDuration, TimeFields } from '../form/time-fields.tsx';
import type { SessionRow } from '../types.ts';

export function RescheduleDialog({ session, onClose }: { session: SessionRow; onClose: () => void }) {
  const { t } = useTranslation('sessions');
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const reschedule = useReschedule();
  const now = useNow();
  const fields = useFields({
    date: dateInput(session.date, zone),
    duration: String(session.duration),
    notify: true,
  });
  const { values, change } = fields;
  const schema = useMemo(() => timeForm(zone), [zone]);
  const [date, duration] = [readDateInput(values.date, zone), readDuration(values.duration)];
  const { id, sessionTypeId, photographerId } = session;
  const form = useForm(fields, schema, async (to) => {
    if (to.date === session.date && to.duration === session.duration) return onClose();
    const done = t('reschedule.done', { when: format.span({ start: to.date }) });
    if (await reschedule(session, to, { done, notify: values.notify })) onClose();
  });
  const time = { date: date ?? session.date, duration: duration ?? session.duration };
  const tells = rescheduleMailAt(session, time, now) !== null;
  return (
    <FormDialog
      title={t('reschedule.title')}
      submitLabel={t('reschedule.act')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TimeFields value={values} onChange={change} error={form.error} />
      <ConflictNotice planned={{ id, date, duration: duration ?? session.duration, sessionTypeId, photographerId }} />
      {tells && (
        <Checkbox
          label={t('new.notify')}
          hint={t('new.notifyHint')}
          checked={values.notify}
          onChange={(notify) => change({ notify })}
        />
      )}
    </FormDialog>
  );
}
