import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { InviteItem } from './invite-item.tsx';
import { TeamSection } from './section.tsx';

/** Who was asked to join and has not answered; also when the days for it are over. */
export function OpenInvites() {
  const { t } = useTranslation('team');
  const [invites, { type }] = useQuery(queries.team.invites());
  const open = invites.filter(({ status }) => status === 'pending' || status === 'sent');
  return (
    <TeamSection title={t('invites.title')}>
      {open.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {open.map((invite) => (
            <InviteItem key={invite.id} invite={invite} />
          ))}
        </ul>
      ) : (
        type === 'complete' && <p className="text-soft">{t('invites.empty')}</p>
      )}
    </TeamSection>
  );
}
