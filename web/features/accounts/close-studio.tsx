import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { TRASH_MS } from '#core/domain/galleries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useAccounts } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { formatDay } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { CloseStudioDialog } from './close-studio-dialog.tsx';

/** The end of a studio, for its owners. What is on the screen goes with it: another studio, or the way to open one. */
export function CloseStudio({ account }: { account: Account }) {
  const { t } = useTranslation('settings');
  const id = useId();
  const api = useApi();
  const { drop } = useAccounts();
  const [asking, setAsking] = useState(false);
  const date = formatDay(useNow() + TRASH_MS, currentLanguage(), account.timeZone);
  const close = async (name: string) => {
    try {
      await api.accounts.close({ params: { accountId: account.id }, body: { name } });
    } catch (error) {
      return errorCode(error);
    }
    drop(account, 'closed');
    return null;
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-col gap-1 border-b border-line pb-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('close.title')}
        </h2>
        <p className="measure text-soft">{t('close.intro')}</p>
      </div>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('close.act')}
        </Button>
      </div>
      {asking && (
        <CloseStudioDialog name={account.name} date={date} onClose={() => setAsking(false)} onConfirm={close} />
      )}
    </section>
  );
}
