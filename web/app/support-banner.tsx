import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toldVisit } from '#core/domain/studio/support.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';

/** Tells owners that the operator's support may look at the studio now, and where they end it. */
export function SupportBanner() {
  const { t } = useTranslation('team');
  const format = useFormat();
  const account = useAccount();
  const visit = toldVisit(account, useNow());
  if (!visit) return null;
  // Without the weekday, so that both times stand in one line of a phone.
  const dayParts = { day: 'numeric', month: 'short', timeZone: account.timeZone } as const;
  const moment = (at: number) => `${format.dateText(at, dayParts)}, ${format.time(at)}`;
  return (
    <Banner
      title={t('support.present')}
      action={
        <Link to={paths.team} className={buttonClass({ size: 'small' })}>
          {t('support.manage')}
        </Link>
      }
    >
      {visit.since === null
        ? t('support.until', { when: format.dateTime(visit.until) })
        : t('support.span', { since: moment(visit.since), until: moment(visit.until) })}
    </Banner>
  );
}
