import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { LeaveStudio } from './leave-studio.tsx';
import { Members } from './members.tsx';
import { OpenInvites } from './open-invites.tsx';
import { TransferOwnership } from './transfer-ownership.tsx';

/** Members, invitations, and the ways to leave or transfer the studio. */
export function TeamPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('settings');
  const { role } = useAccount();
  const userId = useAuth().session?.user.id;
  const [members] = useQuery(queries.team.members());
  const own = members.find((member) => member.userId === userId);
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      {own ? (
        <div className="flex max-w-2xl flex-col gap-12">
          <Members members={members} own={own} />
          {can(role, 'members.manage') && <OpenInvites />}
          {/* A single member can only close the studio, neither leave nor transfer it. */}
          {members.length > 1 && (
            <>
              {can(role, 'owners.manage') && <TransferOwnership members={members} own={own} />}
              <LeaveStudio members={members} own={own} />
            </>
          )}
        </div>
      ) : (
        <LoadingPlaceholder className="h-64 max-w-2xl" />
      )}
    </>
  );
}
