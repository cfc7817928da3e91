import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Avatar } from '#web/components/ui/lists/avatar.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { ChangeRole } from './change-role.tsx';
import { InviteMemberForm } from './invite-member.tsx';
import { assignableRoles, sortByRole } from './roles.ts';
import { TeamSection } from './team-section.tsx';
import type { MemberRow } from './types.ts';
import { useRoleLabels } from './use-role-labels.ts';

/** Removes a member after a confirmation: they can return only by a new invitation. */
function RemoveMember({ member, name }: { member: MemberRow; name: string }) {
  const { t } = useTranslation('team');
  const account = useAccount();
  const api = useApi();
  const { call, busy } = useApiCall();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    await call(() => api.members.remove({ params: { userId: member.userId } }), t('remove.done', { name }));
    setAsking(false);
  };
  return (
    <>
      <IconButton
        label={t('remove.act', { name })}
        icon={<UserMinus aria-hidden />}
        className="-mr-2"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('remove.title', { name, studio: account.name })}
        description={t('remove.text')}
        confirmLabel={t('remove.confirm')}
        loading={busy}
        onConfirm={() => void remove()}
      />
    </>
  );
}

interface MemberItemProps {
  member: MemberRow;
  /** Row of the current user. */
  own: MemberRow;
}

/** One member with the actions that the current user may take. */
function MemberItem({ member, own }: MemberItemProps) {
  const { t } = useTranslation('team');
  const { role } = useAccount();
  const roleTexts = useRoleLabels();
  const isOwn = member.userId === own.userId;
  const name = member.name || member.email;
  // Users cannot change their own role: they leave or transfer the studio instead.
  const offered = isOwn ? [] : assignableRoles(role, member.role);
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 py-2">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">{isOwn ? t('name.you', { name }) : name}</p>
        <p className="truncate text-caption text-soft">{member.email}</p>
      </div>
      <div className="flex items-center max-sm:ml-12">
        {offered.length > 0 ? (
          <ChangeRole member={member} name={name} roles={offered} />
        ) : (
          <span className="text-caption text-soft" title={roleTexts.hint(member.role)}>
            {roleTexts.name(member.role)}
          </span>
        )}
        {offered.length > 0 && <RemoveMember member={member} name={name} />}
      </div>
    </li>
  );
}

interface MembersProps {
  members: readonly MemberRow[];
  /** Row of the current user. */
  own: MemberRow;
}

export function Members({ members, own }: MembersProps) {
  const { t } = useTranslation('team');
  const { name, role } = useAccount();
  const manages = can(role, 'members.manage');
  return (
    <TeamSection
      title={t('members.title')}
      intro={t('intro', { studio: name })}
      action={manages && <InviteMemberForm members={members} />}
    >
      <ul className="divide-y divide-line border-y border-line">
        {sortByRole(members).map((member) => (
          <MemberItem key={member.userId} member={member} own={own} />
        ))}
      </ul>
      {manages && members.length === 1 && <p className="measure text-soft">{t('members.alone')}</p>}
      {!manages && <p className="measure text-soft">{t('members.readOnly')}</p>}
    </TeamSection>
  );
}
