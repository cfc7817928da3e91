import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportStatus } from '#core/domain/account-exports.ts';
import type { Account } from '#core/domain/accounts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { formatBytes, formatDay, formatRecent, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';

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

/** One file of everything: on its way, to be fetched, or over. */
export function ExportItem({ item, account }: ExportItemProps) {
  const { t } = useTranslation(['settings', 'errors']);
  const api = useApi();
  const [fetching, setFetching] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [language, zone, now] = [currentLanguage(), account.timeZone, useNow()];
  const { id, createdAt, expiresAt } = item;
  const status = item.status === 'ready' && (expiresAt ?? 0) <= now ? 'expired' : item.status;
  const time =
    status === 'waiting' ? formatTime(createdAt, language, zone) : formatRecent(createdAt, language, zone, now);
  const fetchIt = async () => {
    setFetching(true);
    setFailure(null);
    try {
      const { url } = await api.accounts.exportLink({ params: { accountId: account.id, exportId: id }, body: {} });
      location.assign(url);
    } catch (error) {
      setFailure(errorCode(error));
    }
    setFetching(false);
  };
  return (
    <li className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex items-center gap-3">
        {status === 'waiting' && <Spinner text={t('data.waiting', { time })} />}
        <span>
          {status !== 'waiting' && t(`data.${status}`, { time, size: formatBytes(item.size ?? 0, language) })}
          {status === 'ready' && expiresAt !== null && (
            <span className="block text-caption text-soft">
              {t('data.until', { date: formatDay(expiresAt, language, zone) })}
            </span>
          )}
          {failure && (
            <span className="block text-danger">
              {failure === 'sign_in_again' ? t('data.signInAgain') : t(`errors:${failure as 'unknown'}`)}
            </span>
          )}
        </span>
      </span>
      {status === 'ready' && (
        <Button loading={fetching} onClick={() => void fetchIt()}>
          {t('data.download')}
        </Button>
      )}
    </li>
  );
}
