import { useQuery } from '@rocicorp/zero/react';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { domainOrigin, type DomainFailure, type DomainStatus, LOST_GRACE_MS } from '#core/domain/site/domains.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { AddDomain } from './add-domain.tsx';
import { DnsRecords } from './dns-records.tsx';

const TONES: Record<DomainStatus, Tone> = {
  draft: 'neutral',
  awaiting_dns: 'accent',
  verified: 'accent',
  issuing: 'accent',
  live: 'success',
  failed: 'warning',
  lost: 'danger',
  removed: 'neutral',
};

/** Shows the addresses of the studio's page: the product's own, and the studio's domain with what is left to do. */
export function DomainPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['domains', 'settings']);
  const account = useAccount();
  const [domain, { type }] = useQuery(queries.domains.current());
  const address = `${location.origin}/p/${account.slug}`;
  // Without own domains on this stage nothing would check one that is added.
  if (!readConfig().domainTarget) return <Navigate to={paths.settings} replace />;
  return (
    <>
      <PageHeader title={t('settings:tabs.domain')} tabs={tabs} />
      <div className="column flex flex-col gap-12">
        <section aria-labelledby="own-domain" className="flex flex-col gap-6">
          <div className="flex flex-col gap-1 border-b border-line pb-3">
            <h2 id="own-domain" className="text-lead font-semibold">
              {t('title')}
            </h2>
            <p className="measure text-soft">{t('intro')}</p>
          </div>
          <CopyField label={t('current')} value={address} />
          {!domain && (type === 'complete' ? <AddDomain /> : <LoadingPlaceholder className="h-40" />)}
        </section>
        {domain && <DomainState key={domain.id} domain={domain} />}
      </div>
    </>
  );
}

interface DomainRow {
  id: string;
  hostname: string;
  status: DomainStatus;
  failureReason: DomainFailure | null | undefined;
  found: readonly string[];
  proof: string | null | undefined;
  provenAt: number | null | undefined;
  lostAt: number | null | undefined;
  requestedAt: number;
  checkedAt: number | null | undefined;
}

function DomainState({ domain }: { domain: DomainRow }) {
  const { t } = useTranslation('domains');
  const format = useFormat();
  const mutate = useMutation();
  const [asking, setAsking] = useState(false);
  const { id, hostname, status, checkedAt } = domain;
  const target = readConfig().domainTarget ?? '';
  const isChecking = status === 'draft' || (checkedAt ?? 0) < domain.requestedAt;
  const remove = async () => {
    setAsking(false);
    await mutate(mutators.domains.remove({ id, now: Date.now() }), { done: t('removed') });
  };
  return (
    <>
      <section aria-labelledby="domain-state" className="flex flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h2 id="domain-state" className="text-lead font-semibold wrap-anywhere">
            {hostname}
          </h2>
          <div aria-live="polite">
            <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>
          </div>
        </div>
        <Diagnosis domain={domain} target={target} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          {status === 'live' && (
            <a href={domainOrigin(location.origin, hostname)} className={buttonClass({ variant: 'primary' })}>
              <ExternalLink aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
              {t('open')}
            </a>
          )}
          <Button
            writes
            icon={<RefreshCw />}
            loading={isChecking}
            onClick={() => void mutate(mutators.domains.check({ id, now: Date.now() }))}
          >
            {t('check')}
          </Button>
          <Button writes variant="quiet" onClick={() => setAsking(true)}>
            {t('remove')}
          </Button>
          {checkedAt && (
            <p className="basis-full text-caption text-soft">{t('checked', { when: format.dateTime(checkedAt) })}</p>
          )}
        </div>
      </section>
      <DnsRecords
        hostname={hostname}
        proof={domain.proof ?? null}
        target={target}
        isProven={Boolean(domain.provenAt) && domain.failureReason !== 'txt_missing'}
        isPointing={isPointing(domain)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('removeTitle', { hostname })}
        description={t('removeText', { hostname })}
        confirmLabel={t('remove')}
        onConfirm={() => void remove()}
      />
    </>
  );
}

/** True if the last check found that the name points to us. */
function isPointing({ status, failureReason }: DomainRow): boolean {
  if (status === 'failed') return failureReason === 'caa' || failureReason === 'stale_aaaa';
  return status === 'issuing' || status === 'live';
}

/** Says what is wrong and which record to change, or what comes next. */
function Diagnosis({ domain, target }: { domain: DomainRow; target: string }) {
  const { t } = useTranslation('domains');
  const format = useFormat();
  const { hostname, status, failureReason, lostAt, found } = domain;
  if (status === 'lost' && lostAt) {
    const date = format.day(lostAt + LOST_GRACE_MS);
    return (
      <Banner tone="danger" title={t('lost.title', { hostname })}>
        <p>{t('lost.text', { hostname, date })}</p>
        <Comparison found={found} expected={target} />
      </Banner>
    );
  }
  if (status === 'failed' && failureReason) {
    return (
      <Banner tone="warning" title={t(`problem.${failureReason}.title`, { hostname })}>
        <p>{t(`problem.${failureReason}.text`, { hostname })}</p>
        <Comparison found={found} expected={expectedOf(failureReason, domain, target)} />
      </Banner>
    );
  }
  return status === 'removed' || status === 'failed' || status === 'lost' ? null : (
    <p className="measure">{t(`next.${status}`, { hostname })}</p>
  );
}

function expectedOf(failure: DomainFailure, { proof }: DomainRow, target: string): string | null {
  if (failure === 'txt_missing') return proof ?? null;
  if (failure === 'wrong_target' || failure === 'proxied') return target;
  return failure === 'caa' ? 'amazon.com' : null;
}

function Comparison({ found, expected }: { found: readonly string[]; expected: string | null }) {
  const { t } = useTranslation('domains');
  if (found.length === 0) return null;
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ink">
      <dt className="text-soft">{t('found')}</dt>
      <dd className="wrap-anywhere">{found.join(', ')}</dd>
      {expected !== null && (
        <>
          <dt className="text-soft">{t('expected')}</dt>
          <dd className="wrap-anywhere">{expected}</dd>
        </>
      )}
    </dl>
  );
}
