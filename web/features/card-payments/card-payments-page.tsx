import { useQuery } from '@rocicorp/zero/react';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { StripeStatus } from '#core/domain/payments/card-payments.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';

type State = StripeStatus | 'none';

const TONES: Readonly<Record<State, Tone>> = {
  none: 'neutral',
  incomplete: 'warning',
  review: 'accent',
  active: 'success',
  restricted: 'danger',
  rejected: 'danger',
  disconnected: 'neutral',
};

/** States in which the next step is a form at Stripe. */
const HAS_FORM: ReadonlySet<State> = new Set(['none', 'incomplete', 'restricted', 'disconnected']);

const DASHBOARD = 'https://dashboard.stripe.com/';

/** Connects the studio's own account at Stripe, and says in each state what comes next. */
export function CardPaymentsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['cards', 'settings']);
  const [account, { type }] = useQuery(queries.stripeAccounts.current());
  if (!readConfig().cardPayments) return <Navigate to={paths.settings} replace />;
  return (
    <>
      <PageHeader title={t('settings:tabs.cardPayments')} tabs={tabs} />
      <section aria-labelledby="card-payments" className="column flex flex-col gap-6">
        <div className="flex flex-col gap-1 border-b border-line pb-3">
          <h2 id="card-payments" className="text-lead font-semibold">
            {t('title')}
          </h2>
          <p className="measure text-soft">{t('intro')}</p>
        </div>
        {!account && type !== 'complete' ? (
          <LoadingPlaceholder className="h-40" />
        ) : (
          <ConnectionState state={account?.status ?? 'none'} dueAt={account?.dueAt ?? null} />
        )}
        <p className="measure text-caption text-soft">{t('fees')}</p>
      </section>
    </>
  );
}

function ConnectionState({ state, dueAt }: { state: State; dueAt: number | null }) {
  const { t } = useTranslation('cards');
  const format = useFormat();
  const api = useApi();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const [asking, setAsking] = useState(false);
  const [params, setParams] = useSearchParams();
  const connect = () =>
    call(async () => {
      const { url } = await api.stripe.connect();
      if (url !== null) location.assign(url);
    });
  const refresh = () => call(() => api.stripe.refresh());
  const hasReturned = useRef(false);
  /** Back from Stripe's form: asks for its result, or for another form if the link had expired. */
  const onReturn = useEffectEvent(() => {
    if (hasReturned.current || !(params.has('from') || params.has('again'))) return;
    hasReturned.current = true;
    void (params.has('again') ? connect() : refresh());
    setParams({}, { replace: true });
  });
  useEffect(() => onReturn(), []);
  const disconnect = async () => {
    setAsking(false);
    await call(() => api.stripe.disconnect(), t('disconnected'));
  };
  return (
    <div className="flex flex-col items-start gap-5">
      <div aria-live="polite" className="flex flex-col items-start gap-3">
        <Tag tone={TONES[state]}>{t(`states.${state}.name`)}</Tag>
        <p className="measure">{t(`states.${state}.text`)}</p>
        {state === 'active' && dueAt !== null && (
          <p className="measure text-warning">{t('due', { date: format.date(dueAt) })}</p>
        )}
      </div>
      <ErrorBanner code={failure} />
      <div className="flex flex-wrap items-center gap-3">
        {(HAS_FORM.has(state) || (state === 'active' && dueAt !== null)) && (
          <Button writes variant="primary" loading={busy} onClick={() => void connect()}>
            {t(`act.${state}` as 'act.none')}
          </Button>
        )}
        {state !== 'none' && state !== 'disconnected' && (
          <>
            <a href={DASHBOARD} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
              <ExternalLink aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
              {t('dashboard')}
            </a>
            <Button writes icon={<RefreshCw />} loading={busy} onClick={() => void refresh()}>
              {t('refresh')}
            </Button>
            <Button writes variant="quiet" onClick={() => setAsking(true)}>
              {t('disconnect.act')}
            </Button>
          </>
        )}
      </div>
      {state === 'active' && <p className="measure text-soft">{t('next')}</p>}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('disconnect.title')}
        description={t('disconnect.text')}
        confirmLabel={t('disconnect.act')}
        onConfirm={() => void disconnect()}
      />
    </div>
  );
}
