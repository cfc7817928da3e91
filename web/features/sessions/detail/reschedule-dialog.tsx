import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { dateInput, readDateInput, readDuration, TimeFields, type TimeValue } from '../form/time-fields.tsx';
import type { SessionRow } from '../types.ts';

export function RescheduleDialog({ session, onClose }: { session: SessionRow; onClose: () => void }) {
  const { t } = useTranslation(['sessions', 'common']);
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  const [value, setValue] = useState<TimeValue>({
    date: dateInput(session.date, zone),
    duration: String(session.duration),
  });
  const [checked, setChecked] = useState(false);
  const [date, duration] = [readDateInput(value.date, zone), readDuration(value.duration)];
  const { id, sessionTypeId, photographerId } = session;
  const move = async () => {
    setChecked(true);
    if (date === null || duration === null) return;
    if (date === session.date && duration === session.duration) return onClose();
    const moved = await mutate(mutators.sessions.reschedule({ id, date, duration, now: Date.now() }), {
      done: t('reschedule.done', { when: format.span({ start: date }) }),
      undo: () => mutators.sessions.reschedule({ id, date: session.date, duration: session.duration, now: Date.now() }),
    });
    if (moved) onClose();
  };
  const tells = session.status !== 'inquiry' && Boolean(session.customer?.email);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reschedule.title')}
      description={tells ? t('reschedule.tells') : undefined}
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
    </Dialog>
  );
}
