import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { InviteMember } from './invite-form.tsx';
import type { MemberRow } from './team-rows.ts';

/** Asks for an address and a role, in a dialog. */
export function InviteMemberForm({ members }: { members: readonly MemberRow[] }) {
  const { t } = useTranslation(['team', 'common']);
  const { name } = useAccount();
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [sending, setSending] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {t('invite.act')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('invite.title', { studio: name })}
        description={t('invite.text')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" loading={sending}>
              {t('invite.send')}
            </Button>
          </>
        }
      >
        <InviteMember id={formId} members={members} onSending={setSending} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
