import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { can } from '#core/domain/studio/roles.ts';
import { userId as userIdSchema } from '#core/domain/values/ids.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { Members } from './members.tsx';
import { OpenInvites } from './open-invites.tsx';
import { isLastOwner } from './roles.ts';
import { SupportVisits } from './support-visits.tsx';
import { TeamSection } from './team-section.tsx';
import type { MemberRow } from './types.ts';

interface TransferOwnershipProps {
  members: readonly MemberRow[];
  own: MemberRow;
}

/** Makes another member the owner and the current owner an admin. */
function TransferOwnership({ members, own }: TransferOwnershipProps) {
  const { t } = useTranslation('team');
  const { name } = useAccount();
  const [open, setOpen] = useState(false);
  const others = members.filter(({ userId, role }) => userId !== own.userId && role !== 'owner');
  return (
    <TeamSection
      title={t('transfer.title')}
      intro={others.length > 0 ? t('transfer.text', { studio: name }) : t('transfer.nobody')}
    >
      {others.length > 0 && (
        <div>
          <Button onClick={() => setOpen(true)}>{t('transfer.act')}</Button>
        </div>
      )}
      {open && <TransferDialog others={others} onClose={() => setOpen(false)} />}
    </TeamSection>
  );
}

const schema = z.object({ userId: userIdSchema });

function TransferDialog({ others, onClose }: { others: readonly MemberRow[]; onClose: () => void }) {
  const { t } = useTranslation('team');
  const account = useAccount();
  const api = useApi();
  const { call, busy } = useApiCall();
  const form = useForm(useFields({ userId: '' }), schema, async (body) => {
    const heir = others.find((member) => member.userId === body.userId);
    const done = t('transfer.done', { name: heir?.name || (heir?.email ?? '') });
    if (await call(() => api.members.transfer({ body }), done)) onClose();
  });
  return (
    <FormDialog
      title={t('transfer.dialog', { studio: account.name })}
      submitLabel={t('transfer.confirm')}
      button={{ variant: 'danger', loading: busy }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field label={t('transfer.to')} required error={form.error('userId') && t('transfer.needed')}>
        <Select
          {...form.input('userId')}
          placeholder={t('transfer.choose')}
          options={others.map((member) => ({
            value: member.userId,
            label: member.name ? `${member.name} (${member.email})` : member.email,
          }))}
        />
      </Field>
      <Banner tone="warning">{t('transfer.warning')}</Banner>
    </FormDialog>
  );
}

/** Members, invitations, and the ways to leave or transfer the studio. */
export function TeamPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('settings');
  const { role } = useAccount();
  const userId = useAuth().session?.user.id;
  const [members] = useQuery(queries.team.members());
  const own = members.find((member) => member.userId === userId) ?? null;
  const isKnown = own !== null || (role === 'support' && members.length > 0);
  return (
    <>
      <PageHeader title={t('tabs.team')} tabs={tabs} />
      {isKnown ? (
        <div className="column flex flex-col gap-12">
          <Members members={members} own={own} />
          {can(role, 'owners.manage') && <SupportVisits />}
          {can(role, 'members.manage') && <OpenInvites />}
          {/* A single member can only close the studio, neither leave nor transfer it. */}
          {own && members.length > 1 && (
            <>
              {can(role, 'owners.manage') && <TransferOwnership members={members} own={own} />}
              <LeaveStudio members={members} own={own} />
            </>
          )}
        </div>
      ) : (
        <LoadingPlaceholder className="column h-64" />
      )}
    </>
  );
}

interface LeaveStudioProps {
  members: readonly MemberRow[];
  own: MemberRow;
}

function LeaveStudio({ members, own }: LeaveStudioProps) {
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
