import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { isLastOwner } from './roles.ts';
import { TeamSection } from './team-section.tsx';
import type { MemberRow } from './types.ts';

interface LeaveStudioProps {
  members: readonly MemberRow[];
  own: MemberRow;
}

export function LeaveStudio({ members, own }: LeaveStudioProps) {
  const { t } = useTranslation('team');
  const account = useAccount();
  const { drop } = useAccounts();
  const api = useApi();
  const { call, busy } = useApiCall();
  const [asking, setAsking] = useState(false);
  const last = isLastOwner(own, members);
  const leave = async () => {
    if (await call(() => api.members.leave())) return drop(account, 'left');
    setAsking(false);
  };
  return (
    <TeamSection title={t('leave.title')} intro={last ? t('leave.last') : t('leave.text', { studio: account.name })}>
      {!last && (
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('leave.act')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('leave.ask', { studio: account.name })}
        description={t('leave.again')}
        confirmLabel={t('leave.act')}
        loading={busy}
        onConfirm={() => void leave()}
      />
    </TeamSection>
  );
}
