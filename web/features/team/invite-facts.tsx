import { useTranslation } from 'react-i18next';
import type { InvitePreview } from './use-invite.ts';
import { useRoleLabels } from './use-role-texts.ts';

/** Who invites, as what, and what that means. */
export function InviteDetails({ look: { studio, role, invitedBy } }: { look: InvitePreview }) {
  const { t } = useTranslation('team');
  const roleTexts = useRoleLabels();
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
