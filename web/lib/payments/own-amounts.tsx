import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';

/** Says that sums leave out the sessions of others, for roles that see the amounts of their own alone. */
export function OwnAmounts() {
  const { t } = useTranslation('common');
  const { role } = useAccount();
  if (!can(role, 'money.read') || can(role, 'money.all')) return null;
  return <p className="text-caption text-soft">{t('ownAmounts')}</p>;
}
