import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { presentAnnouncement } from '#core/domain/studio/announcements.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { monthOf } from '#core/domain/studio/usage.ts';
import { can } from '#core/domain/studio/roles.ts';
import { presentTerms } from '#core/domain/studio/terms.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { poll } from '#web/lib/api/poll.ts';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { readConfig } from '#web/lib/env.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { paths } from '#web/lib/paths.ts';
import { type StudioNotice, studioNotice } from './studio-notice.ts';

/** States that an operator ends, not a payment. */
const OPERATORS: ReadonlySet<StudioNotice> = new Set(['blocked', 'paused', 'site_blocked']);
const WARNINGS: ReadonlySet<StudioNotice> = new Set(['past_due', 'trial_used', 'capped', 'new_prices']);

/** How often the list of studios is asked for, with announcements and groups; docs/scaling.md counts the requests. */
const PACE = { often: 30 * MINUTE_MS, times: Infinity, rarely: 30 * MINUTE_MS };

/** Tells the worst state of the studio, and where its owners and admins pay or export its data. */
export function StudioBanner() {
  const { t } = useTranslation('plan');
  const account = useAccount();
  const notice = studioNotice(account, useNow());
  const { pricesEndAt } = account;
  const { reload } = useAccounts();
  useEffect(() => poll(async () => reload(), PACE), [reload]);
  const format = useFormat();
  if (notice === null) return <AnnouncementBanner />;
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
      {t(`banner.${notice}.text`, { month: pricesEndAt === null ? '' : format.month(monthOf(pricesEndAt)) })}{' '}
      {!mayAct && !isOperators && t('banner.ask')}
    </Banner>
  );
}

/** True for who may accept terms that nobody has accepted for the studio yet. */
const isAsked = ({ terms, role }: Account) =>
  readConfig().hasTerms === true && can(role, 'account.delete') && (terms ?? 0) < presentTerms().version;

/** Asks for the terms, and stops nothing. */
function TermsBanner() {
  const { t } = useTranslation('plan');
  const api = useApi();
  const { terms } = useAccount();
  const { put } = useAccounts();
  const language = useLanguage();
  const { call, busy } = useApiCall();
  const accept = () =>
    call(async () => put(await api.accounts.acceptTerms({ body: { version: presentTerms().version, language } })));
  return (
    <Banner
      title={t(terms === null ? 'terms.first' : 'terms.changed')}
      action={
        <div className="flex flex-wrap gap-3">
          <a href="/terms" target="_blank" className={buttonClass({ size: 'small' })}>
            {t('terms.read')}
          </a>
          <Button writes size="small" variant="primary" loading={busy} onClick={() => void accept()}>
            {t('terms.accept')}
          </Button>
        </div>
      }
    >
      {t('terms.text')}
    </Banner>
  );
}

const TONES = { incident: 'danger', maintenance: 'warning', info: 'info' } as const;

/** Ids of announcements that were dismissed on this device. */
const DISMISSED_KEY = 'dismissed-announcements';

function readDismissed(): string[] {
  const stored = readStored(DISMISSED_KEY);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Tells the most urgent of what the operator announces now; terms to accept precede what is only information. */
function AnnouncementBanner() {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const account = useAccount();
  const { announcements } = account;
  const [dismissed, setDismissed] = useState(readDismissed);
  const shown = presentAnnouncement(announcements, useNow(), dismissed);
  if (isAsked(account) && (shown === null || shown.kind === 'info')) return <TermsBanner />;
  if (!shown) return null;
  const dismiss = () => {
    // Those that are over need no memory.
    const kept = [...dismissed, shown.id].filter((id) => announcements.some((one) => one.id === id));
    writeStored(DISMISSED_KEY, kept);
    setDismissed(kept);
  };
  return (
    <Banner
      tone={TONES[shown.kind]}
      title={t(`announcement.${shown.kind}`)}
      action={
        <a href="/status" className={buttonClass({ size: 'small' })}>
          {t('announcement.status')}
        </a>
      }
      {...(shown.kind === 'info' && { onDismiss: dismiss })}
    >
      {shown.texts[language]}
    </Banner>
  );
}
