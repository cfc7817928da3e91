import { useTranslation } from 'react-i18next';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { ChangeRole } from './change-role.tsx';
import { RemoveMember } from './remove-member.tsx';
import { assignableRoles } from './roles.ts';
import type { MemberRow } from './team-rows.ts';
import { useRoleLabels } from './use-role-texts.ts';

interface MemberItemProps {
  member: MemberRow;
  /** Who looks at them. */
  own: MemberRow;
}

/** One person of the studio; what may not be done to them is not offered. */
export function MemberItem({ member, own }: MemberItemProps) {
  const { t } = useTranslation('team');
  const { role } = useAccount();
  const roleTexts = useRoleLabels();
  const isOwn = member.userId === own.userId;
  const name = member.name || member.email;
  // Nobody changes what they are themselves: they leave, or hand the studio over.
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
