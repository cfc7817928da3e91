import { useTranslation } from 'react-i18next';
import type { Look } from './use-invite.ts';
import { useRoleTexts } from './use-role-texts.ts';

/** Who invites, as what, and what that means. */
export function InviteFacts({ look: { studio, role, invitedBy } }: { look: Look }) {
  const { t } = useTranslation('team');
  const roleTexts = useRoleTexts();
  return (
    <div className="flex flex-col gap-2">
      <p>{t('join.text', { who: invitedBy, studio })}</p>
      <p>
        <span className="font-medium text-ink">{t('join.role', { role: roleTexts.name(role) })}</span>
        <span className="block text-caption">{roleTexts.hint(role)}</span>
      </p>
    </div>
  );
}
