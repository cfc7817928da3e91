import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarFeed } from '#core/api/calendar.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { ConfirmDialog, Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useOnline } from '#web/lib/sync/use-online.ts';

const PROGRAMS = ['google', 'outlook', 'apple'] as const;

/** Shows the new feed URL once, and how to subscribe to it. */
function FeedAddress({ url }: { url: string }) {
  const { t } = useTranslation('feed');
  return (
    <div className="flex flex-col gap-5">
      <CopyField label={t('address')} value={url} hint={t('once')} />
      <div>
        {/* The webcal: scheme makes calendar programs subscribe to the URL instead of fetching it once. */}
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
          {t('open')}
        </a>
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">{t('how.title')}</h3>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
          {PROGRAMS.map((program) => (
            <li key={program}>{t(`how.${program}`)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface FeedStateProps {
  feed: CalendarFeed;
  disabled: boolean;
  onRenew: () => void;
  onEnd: () => void;
}

/** Shows an existing feed: when it was last read, and actions to renew or end it after a confirmation. */
function FeedState({ feed, disabled, onRenew, onEnd }: FeedStateProps) {
  const { t } = useTranslation('feed');
  const now = useNow();
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const format = useFormat();
  const question = asking === 'end' ? 'confirmRevoke' : 'confirmRenew';
  return (
    <>
      <div className="flex flex-col gap-1">
        <p>{t('made', { date: format.day(feed.createdAt) })}</p>
        <p className="text-soft">
          {feed.lastReadAt === null
            ? t('unread')
            : t('read', { date: format.recent(feed.lastReadAt, Math.max(now, feed.lastReadAt)) })}
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

/** The secret feed URL by which a member's own calendar shows the studio's sessions. */
function FeedContent() {
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

interface CalendarFeedDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog of the user's calendar feed; loads it when opened. */
export function CalendarFeedDialog(props: CalendarFeedDialogProps) {
  const { t } = useTranslation('feed');
  return (
    <Dialog {...props} title={t('title')} description={t('intro')}>
      <FeedContent />
    </Dialog>
  );
}

interface OwnFeed {
  /** Null without a feed. */
  feed: CalendarFeed | null;
  /** URL of the feed, from its creation until the dialog closes: the server cannot show it again. */
  url: string | null;
}

/**
 * The user's own feed of this studio; `feed` is undefined until the server answers. Its actions resolve to true on
 * success.
 */
function useCalendarFeed() {
  const api = useApi();
  const load = useCallback(async (): Promise<OwnFeed> => ({ feed: (await api.calendar.own()).feed, url: null }), [api]);
  const { data, failure, reload, setData } = useApiData(load);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const act = useCallback(
    async (work: () => Promise<OwnFeed>) => {
      setBusy(true);
      setRefusal(null);
      try {
        setData(await work());
        return true;
      } catch (error) {
        setRefusal(errorCode(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [setData],
  );

  return {
    feed: data?.feed,
    url: data?.url ?? null,
    failure: refusal ?? failure,
    isBusy,
    reload,
    make: useCallback(() => act(() => api.calendar.create()), [act, api]),
    end: useCallback(
      () =>
        act(async () => {
          await api.calendar.remove();
          return { feed: null, url: null };
        }),
      [act, api],
    ),
  };
}
