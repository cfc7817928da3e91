import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryContent } from '#core/api/webhooks.ts';
import type { DeliveryStatus } from '#core/domain/studio/integrations.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { Pace } from '#web/lib/api/poll.ts';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

const TONES: Record<DeliveryStatus, Tone> = { pending: 'accent', delivered: 'success', failed: 'danger' };

const isPending = (deliveries: readonly Delivery[]) => deliveries.some(({ status }) => status === 'pending');

interface DeliveriesSectionProps {
  webhookId: string;
  /** False while the webhook is off or paused. */
  canSend: boolean;
  /** Rises when something was sent on this page. */
  sent: number;
}

/** How often a delivery is looked at that has no answer yet: a first attempt takes seconds, later ones come in hours. */
const ATTEMPTS: Pace = { often: 3000, times: 20, rarely: 30_000 };

/** The log of a webhook: what was sent when, and what came back. */
export function DeliveriesSection({ webhookId, canSend, sent }: DeliveriesSectionProps) {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const load = useCallback(
    async () => (await api.integrations.listDeliveries({ params: { webhookId } })).deliveries,
    [api, webhookId],
  );
  const { data: value, failure, reload } = useApiData(load, { isLive: isPending, pace: ATTEMPTS });
  useEffect(() => {
    if (sent > 0) reload();
  }, [sent, reload]);
  return (
    <IntroSection title={t('log.title')} intro={t('log.intro')}>
      <div>
        <Button onClick={reload}>{t('log.reload')}</Button>
      </div>
      <ErrorBanner code={failure} />
      {value === null ? (
        !failure && <LoadingPlaceholder className="h-16" />
      ) : value.length === 0 ? (
        <p className="text-soft">{t('log.empty')}</p>
      ) : (
        <ul aria-live="polite" className="divide-y divide-line border-y border-line">
          {value.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              webhookId={webhookId}
              delivery={delivery}
              canSend={canSend}
              onSent={reload}
            />
          ))}
        </ul>
      )}
    </IntroSection>
  );
}

interface DeliveryItemProps {
  webhookId: string;
  delivery: Delivery;
  canSend: boolean;
  onSent: () => void;
}

function DeliveryItem({ webhookId, delivery, canSend, onSent }: DeliveryItemProps) {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const format = useFormat();
  const { call, busy } = useApiCall();
  const { id, eventId, type, status, attempts, failure, answerStatus, durationMs } = delivery;
  const again = async () => {
    if (await call(() => api.integrations.resendDelivery({ params: { webhookId, deliveryId: id } }))) onSent();
  };
  const event = t(`events.${type.replace('.', '_') as 'gallery_published'}`);
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className="font-medium">{event}</p>
          <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
            <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>
            <span>{format.dateTime(delivery.createdAt)}</span>
            {attempts > 0 && <span>{t('log.attempts', { count: attempts })}</span>}
            {answerStatus !== null && <span>{`HTTP ${answerStatus}`}</span>}
            {durationMs !== null && <span className="tabular-nums">{`${durationMs} ms`}</span>}
          </p>
          {failure && status !== 'delivered' && <p className="text-caption text-danger">{t(`failure.${failure}`)}</p>}
          {status === 'pending' && attempts > 0 && delivery.nextAttemptAt !== null && (
            <p className="text-caption text-soft">{t('log.next', { when: format.dateTime(delivery.nextAttemptAt) })}</p>
          )}
        </div>
        <Button size="small" writes loading={busy} disabled={!canSend} onClick={() => void again()}>
          {t('log.again')}
          <span className="sr-only">{`: ${event}`}</span>
        </Button>
      </div>
      <DeliveryDetails webhookId={webhookId} deliveryId={id} eventId={eventId} />
    </li>
  );
}

interface DeliveryDetailsProps {
  webhookId: string;
  deliveryId: string;
  eventId: string;
}

/**
 * Request and response of a delivery. They contain data of clients, so they are loaded when it is opened and once more
 * for each opening that failed.
 */
function DeliveryDetails({ webhookId, deliveryId, eventId }: DeliveryDetailsProps) {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const [content, setContent] = useState<DeliveryContent | null>(null);
  const load = () =>
    call(async () => setContent(await api.integrations.readDelivery({ params: { webhookId, deliveryId } })));
  return (
    <details
      className="text-caption"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && content === null && !busy) void load();
      }}
    >
      <summary className="flex min-h-control w-fit cursor-pointer items-center text-soft underline underline-offset-4">
        {t('log.details')}
      </summary>
      <dl className="flex flex-col gap-3 pt-1">
        <LogText label="webhook-id" text={eventId} />
        {content && <LogText label={t('log.payload')} text={JSON.stringify(JSON.parse(content.payload), null, 2)} />}
        {content?.answer && <LogText label={t('log.answer')} text={content.answer} />}
      </dl>
      {content === null && (failure ? <ErrorBanner code={failure} /> : <LoadingPlaceholder className="h-16" />)}
    </details>
  );
}

function LogText({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-soft">{label}</dt>
      <dd>
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-control bg-sunken p-3 font-mono wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </pre>
      </dd>
    </div>
  );
}
