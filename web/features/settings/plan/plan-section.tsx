import { ExternalLink, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { PlanState } from '#core/domain/studio/plan-state.ts';
import { PLAN_LIMITS } from '#core/domain/studio/plan-limits.ts';
import { isUnanswered } from '#core/domain/studio/plan.ts';
import { pricesOfVersion } from '#core/domain/studio/prices.ts';
import { can } from '#core/domain/studio/roles.ts';
import { monthOf } from '#core/domain/studio/usage.ts';
import { LoadFailure } from '#web/components/layout/load-failure.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { paths } from '#web/lib/paths.ts';
import { BillsList } from './bills-list.tsx';
import { CapForm } from './cap-form.tsx';
import { billToPay, type PlanPartProps, stateTexts } from './plan-part.ts';

const TONES: Readonly<Record<PlanState, Tone>> = {
  trialing: 'neutral',
  active: 'success',
  past_due: 'warning',
  read_only: 'danger',
  suspended: 'danger',
};

/** The studio's plan: state, cap, prices, card, and bills. */
export function PlanSection() {
  const { t } = useTranslation('plan');
  const api = useApi();
  const load = useCallback(() => api.plan.read(), [api]);
  const { data: plan, failure, reload, setData } = useApiData(load);
  const [params, setParams] = useSearchParams();
  const hasReturned = useRef(false);
  /** Back from Stripe's page: asks what was changed there. */
  const onReturn = useEffectEvent(() => {
    if (hasReturned.current || !params.has('from')) return;
    hasReturned.current = true;
    setParams({}, { replace: true });
    void api.plan.refresh().then(setData, () => undefined);
  });
  useEffect(() => onReturn(), []);
  // The plan of a studio that was made a moment ago is not there yet.
  if (failure === 'not_found') return null;
  if (failure) return <LoadFailure code={failure} offline={t('offline')} onRetry={reload} />;
  if (!plan) return <Skeleton className="h-60" />;
  const parts = { plan, onChange: setData };
  return (
    <>
      <PageSection title={t('title')}>
        <div className="flex flex-col gap-8">
          <State plan={plan} />
          <AcceptedPrices {...parts} />
          <CapForm {...parts} />
          <CardAndAddress {...parts} />
          <Limits plan={plan} />
        </div>
      </PageSection>
      <BillsList plan={plan} />
    </>
  );
}

function State({ plan }: Pick<PlanPartProps, 'plan'>) {
  const { state, nextStateAt, free, credit, currency } = plan;
  const account = useAccount();
  const due = billToPay(plan);
  const { t } = useTranslation('plan');
  const format = useFormat();
  const now = useNow();
  const values = {
    stored: format.bytes(free.stored),
    downloaded: format.bytes(free.downloaded),
    date: nextStateAt === null ? '' : format.day(nextStateAt),
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Tag tone={TONES[state]}>{t(`states.${state}.name`)}</Tag>
      <p className="measure">
        {stateTexts(plan, account, now)
          .map((key) => t(key, values))
          .join(' ')}
      </p>
      {due?.pageUrl && (
        <a href={due.pageUrl} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'primary' })}>
          {t('bills.payOf', { month: format.month(due.month) })}
        </a>
      )}
      {credit > 0 && <p className="measure text-soft">{t('credit', { amount: format.money(credit, currency) })}</p>}
    </div>
  );
}

function AcceptedPrices({ plan, onChange }: PlanPartProps) {
  const { prices: accepted, offered, offeredFrom, pricesEndAt, currency } = plan;
  const { t } = useTranslation('plan');
  const format = useFormat();
  const now = useNow();
  const language = useLanguage();
  const api = useApi();
  const { reload } = useAccounts();
  const mayClose = can(useAccount().role, 'account.delete');
  const { call, busy } = useApiCall();
  const [prices, present] = [pricesOfVersion(offered), pricesOfVersion(accepted ?? offered)];
  const accept = async () => {
    const body = { version: offered, language };
    await call(async () => onChange(await api.plan.acceptPrices({ body })), t('prices.accepted'));
    // Ends the banner about new prices.
    reload();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">
        {offeredFrom === null ? t('prices.title') : t('prices.from', { month: format.month(offeredFrom) })}
      </h3>
      <p className="measure text-soft">
        {t('prices.text', {
          stored: format.unitPrice(prices.stored, currency),
          downloaded: format.unitPrice(prices.downloaded, currency),
          least: format.money(prices.waivedBelow, currency),
        })}
      </p>
      {pricesEndAt !== null && (
        <p className="measure">
          {t(isUnanswered(pricesEndAt, now) ? 'prices.ended' : 'prices.until', {
            month: format.month(monthOf(pricesEndAt)),
            stored: format.unitPrice(present.stored, currency),
            downloaded: format.unitPrice(present.downloaded, currency),
          })}
        </p>
      )}
      {accepted === offered ? (
        <Tag tone="success">{t('prices.accepted')}</Tag>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            writes
            variant={billToPay(plan) ? 'secondary' : 'primary'}
            loading={busy}
            onClick={() => void accept()}
          >
            {t('prices.accept')}
          </Button>
          {pricesEndAt !== null && mayClose && (
            <Link to={paths.settings} className={buttonClass({ variant: 'quiet' })}>
              {t('prices.close')}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

function CardAndAddress({ plan: { card, hasAddress }, onChange }: PlanPartProps) {
  const { t } = useTranslation('plan');
  const api = useApi();
  const { call, busy } = useApiCall();
  const open = () => call(async () => location.assign((await api.plan.portal()).url));
  const refresh = () => call(async () => onChange(await api.plan.refresh()));
  const isComplete = card !== '' && hasAddress;
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">{t('card.title')}</h3>
      <p className="flex flex-col">
        <span>{card === '' ? t('card.none') : t('card.has', { card: cardText(card) })}</span>
        <span>{t(hasAddress ? 'card.address' : 'card.noAddress')}</span>
      </p>
      <p className="measure text-caption text-soft">{t('card.stripe')}</p>
      <div className="flex flex-wrap gap-3">
        <Button writes loading={busy} icon={<ExternalLink />} onClick={() => void open()}>
          {t(isComplete ? 'card.change' : 'card.add')}
        </Button>
        <Button variant="quiet" loading={busy} icon={<RefreshCw />} onClick={() => void refresh()}>
          {t('card.refresh')}
        </Button>
      </div>
    </div>
  );
}

function Limits({ plan: { limits, exceptions } }: Pick<PlanPartProps, 'plan'>) {
  const { t } = useTranslation('plan');
  const format = useFormat();
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">{t('limits.title')}</h3>
      <ul className="flex flex-col gap-1">
        {PLAN_LIMITS.map((limit) => (
          <li key={limit} className="flex flex-wrap items-center gap-x-3">
            {t(`limits.${limit}`, {
              most: limit === 'stored' ? format.bytes(limits[limit]) : format.number(limits[limit]),
            })}
            {exceptions.includes(limit) && <Tag>{t('limits.exception')}</Tag>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "Visa •••• 4242" for `visa 4242` */
const cardText = (card: string) => {
  const [brand = '', last4 = ''] = card.split(' ');
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;
};
