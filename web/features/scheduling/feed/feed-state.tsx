import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarFeed } from '#core/api/calendar.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDay, formatRecent } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';

interface FeedStateProps {
  feed: CalendarFeed;
  disabled: boolean;
  onRenew: () => void;
  onEnd: () => void;
}

/** An address that there is: whether a calendar reads it, and the ways to change or end it, which ask first. */
export function FeedState({ feed, disabled, onRenew, onEnd }: FeedStateProps) {
  const { t } = useTranslation('feed');
  const { timeZone } = useAccount();
  const now = useNow();
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const language = currentLanguage();
  const question = asking === 'end' ? 'confirmRevoke' : 'confirmRenew';
  return (
    <>
      <div className="flex flex-col gap-1">
        <p>{t('made', { date: formatDay(feed.createdAt, language, timeZone) })}</p>
        <p className="text-soft">
          {feed.readAt === null
            ? t('unread')
            : t('read', { date: formatRecent(feed.readAt, language, timeZone, Math.max(now, feed.readAt)) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={disabled} onClick={() => setAsking('renew')}>
          {t('renew')}
        </Button>
        <Button variant="danger" disabled={disabled} onClick={() => setAsking('end')}>
          {t('revoke')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={t(`${question}.title`)}
        description={t(`${question}.text`)}
        confirmLabel={t(asking === 'end' ? 'revoke' : 'renew')}
        onConfirm={() => {
          setAsking(null);
          if (asking === 'end') onEnd();
          else onRenew();
        }}
      />
    </>
  );
}
