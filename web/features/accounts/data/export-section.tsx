import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { ExportItem } from './export-item.tsx';

/** Everything that the studio owns, as one file: asked for here, and fetched here for a week. */
export function ExportSection() {
  const { t } = useTranslation(['settings', 'errors']);
  const api = useApi();
  const account = useAccount();
  const [exports, { type }] = useQuery(queries.accounts.exports());
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isWaiting = exports.some(({ status }) => status === 'waiting');
  const ask = async () => {
    setAsking(true);
    setFailure(null);
    try {
      await api.accounts.exportData({ params: { accountId: account.id }, body: {} });
    } catch (error) {
      setFailure(errorCode(error));
    }
    setAsking(false);
  };
  return (
    <section aria-labelledby="data-export" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1 border-b border-line pb-3">
        <h2 id="data-export" className="text-lead font-semibold">
          {t('data.export')}
        </h2>
        <p className="measure text-soft">{t('data.exportIntro')}</p>
      </div>
      {failure && (
        <Banner tone="danger">
          {failure === 'sign_in_again' ? t('data.signInAgain') : t(`errors:${failure as 'unknown'}`)}
        </Banner>
      )}
      <div>
        <Button variant="primary" loading={asking} disabled={isWaiting} onClick={() => void ask()}>
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
        type === 'complete' && <p className="text-soft">{t('data.empty')}</p>
      )}
    </section>
  );
}
