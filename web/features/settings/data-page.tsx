import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ExportStatus } from '#core/domain/studio/account-exports.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';

interface ExportItemProps {
  item: {
    id: string;
    status: ExportStatus;
    size: number | null;
    createdAt: number;
    expiresAt: number | null;
  };
  account: Account;
}

/** One export file: in progress, ready or expired. */
function ExportItem({ item, account }: ExportItemProps) {
  const { t } = useTranslation(['settings', 'errors']);
  const format = useFormat();
  const now = useNow();
  const api = useApi();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const { id, createdAt, expiresAt } = item;
  const status = item.status === 'ready' && (expiresAt ?? 0) <= now ? 'expired' : item.status;
  const time = status === 'queued' ? format.time(createdAt) : format.recent(createdAt, now);
  const download = () =>
    void call(async () => {
      const { url } = await api.accounts.exportLink({ params: { accountId: account.id, exportId: id }, body: {} });
      location.assign(url);
    });
  return (
    <li className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex items-center gap-3">
        {status === 'queued' && <Spinner text={t('data.queued', { time })} />}
        <span>
          {status !== 'queued' && t(`data.${status}`, { time, size: format.bytes(item.size ?? 0) })}
          {status === 'ready' && expiresAt !== null && (
            <span className="block text-caption text-soft">{t('data.until', { date: format.day(expiresAt) })}</span>
          )}
          {failure && <span className="block text-danger">{t(`errors:${failure as 'unknown'}`)}</span>}
        </span>
      </span>
      {status === 'ready' && (
        <Button loading={busy} onClick={download}>
          {t('data.download')}
        </Button>
      )}
    </li>
  );
}

/** Requests an export of all the studio's data and lists the files, which are kept for a week. */
function ExportSection() {
  const { t } = useTranslation(['settings', 'errors']);
  const api = useApi();
  const account = useAccount();
  const [exports, { type }] = useQuery(queries.accounts.exports());
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const isWaiting = exports.some(({ status }) => status === 'queued');
  const ask = () => void call(() => api.accounts.exportData({ params: { accountId: account.id }, body: {} }));
  return (
    <IntroSection title={t('data.export')} intro={t('data.exportIntro')}>
      <ErrorBanner code={failure} />
      <div>
        <Button variant="primary" loading={busy} disabled={isWaiting} onClick={ask}>
          {exports.length > 0 ? t('data.again') : t('data.act')}
        </Button>
      </div>
      {exports.length > 0 ? (
        <ul aria-live="polite" className="divide-y divide-line border-y border-line">
          {exports.map((one) => (
            <ExportItem key={one.id} item={one} account={account} />
          ))}
        </ul>
      ) : (
        // A blank line while it is loading keeps the position of what follows.
        <p className="text-soft">{type === 'complete' ? t('data.empty') : '\u00A0'}</p>
      )}
    </IntroSection>
  );
}

interface DataPageProps {
  tabs: ReactNode;
}

/** Exports the studio's data and links to the clients whose data can be deleted. */
export function DataPage({ tabs }: DataPageProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('tabs.data')} tabs={tabs} />
      <div className="column flex flex-col gap-12">
        <ExportSection />
        <IntroSection title={t('data.erase')} intro={t('data.eraseText')}>
          <div>
            <Link to={paths.customers} className={buttonClass({ variant: 'secondary' })}>
              {t('data.clients')}
            </Link>
          </div>
        </IntroSection>
      </div>
    </>
  );
}
