import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { rescheduleMailAt, useReschedule } from '#web/lib/sessions/use-reschedule.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { readDuration, TimeFields, type TimeValue } from '../form/time-fields.tsx';
import type { SessionRow } from '../types.ts';

export function RescheduleDialog({ session, onClose }: { session: SessionRow; onClose: () => void }) {
  const { t } = useTranslation(['sessions', 'common']);
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const reschedule = useReschedule();
  const now = useNow();
  const [value, setValue] = useState<TimeValue>({
    date: dateInput(session.date, zone),
    duration: String(session.duration),
  });
  const [checked, setChecked] = useState(false);
  const [notify, setNotify] = useState(true);
  const [date, duration] = [readDateInput(value.date, zone), readDuration(value.duration)];
  const { id, sessionTypeId, photographerId } = session;
  const move = async () => {
    setChecked(true);
    if (date === null || duration === null) return;
    if (date === session.date && duration === session.duration) return onClose();
    const done = t('reschedule.done', { when: format.span({ start: date }) });
    if (await reschedule(session, { date, duration }, { done, notify })) onClose();
  };
  const time = { date: date ?? session.date, duration: duration ?? session.duration };
  const tells = rescheduleMailAt(session, time, now) !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reschedule.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" writes onClick={() => void move()}>
            {t('reschedule.act')}
          </Button>
        </>
      }
    >
      <TimeFields value={value} onChange={setValue} checked={checked} />
      <ConflictNotice planned={{ id, date, duration: duration ?? session.duration, sessionTypeId, photographerId }} />
      {tells && <Checkbox label={t('new.notify')} hint={t('new.notifyHint')} checked={notify} onChange={setNotify} />}
    </Dialog>
  );
}
