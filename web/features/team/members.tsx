import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { InviteMemberForm } from './invite-person.tsx';
import { MemberItem } from './member-item.tsx';
import { sortByRole } from './roles.ts';
import { TeamSection } from './section.tsx';
import type { MemberRow } from './team-rows.ts';

interface MembersProps {
  members: readonly MemberRow[];
  /** Who looks at them. */
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
