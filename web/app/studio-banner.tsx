import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { studioNotice } from './studio-notice.ts';

/** Tells the worst state of the studio's plan, and where its owners and admins change it. */
export function StudioBanner() {
  const { t } = useTranslation('plan');
  const account = useAccount();
  const notice = studioNotice(account);
  if (notice === null) return null;
  const mayManage = can(account.role, 'billing.manage');
  return (
    <Banner
      tone={notice === 'suspended' || notice === 'read_only' ? 'danger' : 'warning'}
      title={t(`banner.${notice}.title`)}
      action={
        mayManage && (
          <Link to={paths.usage} className={buttonClass({ size: 'small' })}>
            {t('banner.open')}
          </Link>
        )
      }
    >
      {t(`banner.${notice}.text`)} {!mayManage && t('banner.ask')}
    </Banner>
  );
}
