import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { accounts } from '#core/api/accounts.ts';
import type { ResponseOf } from '#core/api/endpoint.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { deviceTimeZone } from '#web/lib/format/device.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

type Closed = ResponseOf<typeof accounts.closed>[number];

/** Returns the closed studios that the user can still reopen; null until they are loaded. */
export function useClosedStudios(): readonly Closed[] | null {
  const api = useApi();
  const { data, isLoading } = useApiData(useCallback(() => api.accounts.closed(), [api]));
  // An optional list: a failed request shows none.
  return data ?? (isLoading ? null : []);
}

/** Lists closed studios that the user can still reopen; renders nothing without any. */
export function ClosedStudios({ closed, onDone }: { closed: readonly Closed[]; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const format = useFormat({ zone: deviceTimeZone() });
  const id = useId();
  const api = useApi();
  const { put } = useAccounts();
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const restore = async (accountId: string) => {
    setOpening(accountId);
    setFailure(null);
    try {
      put(await api.accounts.restore({ params: { accountId } }));
      onDone();
    } catch (error) {
      setFailure(errorCode(error));
      setOpening(null);
    }
  };
  if (closed.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-lead font-semibold">
          {t('closed.title')}
        </h2>
        <p className="text-soft">{t('closed.intro')}</p>
      </div>
      <ErrorBanner code={failure} />
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {closed.map(({ id: accountId, name, erasedAt }) => (
          <li key={accountId} className="flex min-h-16 items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{name}</p>
              <p className="text-caption text-soft">{t('closed.until', { date: format.day(erasedAt) })}</p>
            </div>
            <Button
              size="small"
              aria-label={t('closed.act', { studio: name })}
              loading={opening === accountId}
              onClick={() => void restore(accountId)}
              className="shrink-0"
            >
              {t('closed.short')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
