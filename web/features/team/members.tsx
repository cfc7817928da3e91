import { ChevronDown, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can, type Role } from '#core/domain/studio/roles.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { Avatar } from '#web/components/ui/lists/avatar.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
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
  /** Row of the current user; null for the operator's support, which is no member. */
  own: MemberRow | null;
}

/** One member with the actions that the current user may take. */
function MemberItem({ member, own }: MemberItemProps) {
  const { t } = useTranslation('team');
  const { role } = useAccount();
  const roleTexts = useRoleLabels();
  const isOwn = member.userId === own?.userId;
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
  /** Row of the current user; null for the operator's support, which is no member. */
  own: MemberRow | null;
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

interface ChangeRoleProps {
  member: MemberRow;
  name: string;
  roles: readonly Role[];
}

/** Changes a member's role in a dialog, with a description of each role. */
function ChangeRole({ member, name, roles }: ChangeRoleProps) {
  const { t } = useTranslation('team');
  const roleTexts = useRoleLabels();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${roleTexts.name(member.role)}. ${t('members.change', { name })}`}
        onClick={() => setOpen(true)}
      >
        {roleTexts.name(member.role)}
        <ChevronDown aria-hidden className="size-4 text-soft" strokeWidth={1.75} />
      </Button>
      {open && <RoleDialog member={member} name={name} roles={roles} onClose={() => setOpen(false)} />}
    </>
  );
}

function RoleDialog({ member, name, roles, onClose }: ChangeRoleProps & { onClose: () => void }) {
  const { t } = useTranslation('team');
  const api = useApi();
  const roleTexts = useRoleLabels();
  const { call, busy } = useApiCall();
  const [role, setRole] = useState(member.role);
  const save = async () => {
    const done = t('role.done', { name, role: roleTexts.name(role) });
    const request = () => api.members.changeRole({ params: { userId: member.userId }, body: { role } });
    if (role === member.role || (await call(request, done))) onClose();
  };
  return (
    <FormDialog
      title={t('role.title', { name })}
      submitLabel={t('role.act')}
      button={{ loading: busy }}
      onSubmit={save}
      onClose={onClose}
    >
      <RadioGroup
        label={t('role.label')}
        hideLabel
        value={role}
        onChange={setRole}
        options={roleTexts.options(roles)}
      />
      {role === 'owner' && member.role !== 'owner' && <Banner tone="warning">{t('role.owner')}</Banner>}
    </FormDialog>
  );
}
