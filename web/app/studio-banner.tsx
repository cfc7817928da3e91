import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { type StudioNotice, studioNotice } from './studio-notice.ts';

/** States that an operator ends, not a payment. */
const OPERATORS: ReadonlySet<StudioNotice> = new Set(['blocked', 'paused', 'site_blocked']);
const WARNINGS: ReadonlySet<StudioNotice> = new Set(['past_due', 'trial_used', 'capped']);

/** Tells the worst state of the studio, and where its owners and admins pay or export its data. */
export function StudioBanner() {
  const { t } = useTranslation('plan');
  const account = useAccount();
  const notice = studioNotice(account);
  if (notice === null) return null;
  const isOperators = OPERATORS.has(notice);
  const mayAct = can(account.role, isOperators ? 'account.delete' : 'billing.manage');
  return (
    <Banner
      tone={WARNINGS.has(notice) ? 'warning' : 'danger'}
      title={t(`banner.${notice}.title`)}
      action={
        mayAct && (
          <Link to={isOperators ? paths.data : paths.usage} className={buttonClass({ size: 'small' })}>
            {t(isOperators ? 'banner.export' : 'banner.open')}
          </Link>
        )
      }
    >
      {t(`banner.${notice}.text`)} {!mayAct && !isOperators && t('banner.ask')}
    </Banner>
  );
}
