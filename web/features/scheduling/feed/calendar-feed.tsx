import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { FeedAddress } from './feed-address.tsx';
import { FeedState } from './feed-state.tsx';
import { useCalendarFeed } from './use-feed.ts';

/** The secret address by which a member's own calendar shows the studio's sessions. */
export function FeedContent() {
  const { t } = useTranslation(['feed', 'errors', 'common']);
  const toast = useToast();
  const online = useOnline();
  const { feed, url, failure, isBusy, reload, make, end } = useCalendarFeed();
  const revoke = async () => {
    if (await end()) toast({ title: t('ended') });
  };
  return (
    <div className="flex flex-col gap-5">
      {failure && (
        <Banner
          tone="danger"
          action={
            feed === undefined && (
              <Button size="small" onClick={reload}>
                {t('common:retry')}
              </Button>
            )
          }
        >
          {t(`errors:${failure as 'unknown'}`, { defaultValue: t('errors:unknown') })}
        </Banner>
      )}
      {feed === undefined && !failure && <Skeleton className="h-24" />}
      {feed !== undefined && <p className="text-soft">{t('what')}</p>}
      {url !== null && <FeedAddress url={url} />}
      {feed && (
        <FeedState feed={feed} disabled={isBusy || !online} onRenew={() => void make()} onEnd={() => void revoke()} />
      )}
      {feed === null && (
        <div>
          <Button variant="primary" loading={isBusy} disabled={!online} onClick={() => void make()}>
            {t('make')}
          </Button>
        </div>
      )}
      {!online && <p className="text-soft">{t('offline')}</p>}
      {url !== null && <p className="text-soft">{t('delay')}</p>}
    </div>
  );
}
