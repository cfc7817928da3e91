import { Pencil } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GrantRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { INVITE_RIGHTS, type InviteRights } from './invite-rights.ts';

/** Edits the rights and expiry of a sent invitation. */
export function EditGrant({ grant }: { grant: GrantRow }) {
  const { t } = useTranslation(['galleries', 'common']);
  const [open, setOpen] = useState(false);
  const formId = useId();
  const name = grant.label || grant.email;
  return (
    <>
      <IconButton
        label={t('invites.edit.open', { name })}
        icon={<Pencil aria-hidden />}
        writes
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('invites.edit.title', { name })}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" writes>
              {t('common:save')}
            </Button>
          </>
        }
      >
        <GrantForm id={formId} grant={grant} name={name} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface GrantFormProps {
  id: string;
  grant: GrantRow;
  name: string;
  onDone: () => void;
}

function GrantForm({ id, grant, name, onDone }: GrantFormProps) {
  const { t } = useTranslation('galleries');
  const { timeZone } = useAccount();
  const mutate = useMutation();
  const { canDownload: download, canSelect: select, canComment: comment } = grant;
  const [rights, setRights] = useState({ download, select, comment });
  const [until, setUntil] = useState(grant.expiresAt ? localDate(grant.expiresAt, timeZone) : '');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const expiresAt = until ? endOfDay(until, timeZone) : 0;
    const done = await mutate(changeGrant(grant, rights, expiresAt), {
      done: t('invites.edit.done', { name }),
      undo: () => changeGrant(grant, { download, select, comment }, grant.expiresAt ?? 0),
    });
    if (done) onDone();
  };
  return (
    <form id={id} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div>
        {INVITE_RIGHTS.map((right) => (
          <Checkbox
            key={right}
            label={t(`invites.${right}`)}
            checked={rights[right]}
            onChange={(on) => setRights((now) => ({ ...now, [right]: on }))}
          />
        ))}
      </div>
      <DateField
        label={t('invites.edit.expires')}
        optional
        hint={t('invites.edit.expiresHint')}
        value={until}
        onChange={setUntil}
        zone={timeZone}
      />
    </form>
  );
}

/** Changes rights and expiry; viewing stays. */
function changeGrant({ id, canView }: GrantRow, rights: InviteRights, expiresAt: number) {
  return mutators.grants.setRights({ id, rights: { view: canView, ...rights }, expiresAt, now: Date.now() });
}
