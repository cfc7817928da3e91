import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Webhook } from '#core/api/webhooks.ts';
import { WEBHOOK_EVENTS } from '#core/domain/studio/integrations.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { webhookHref } from '#web/lib/paths.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Whether events arrive. */
export function WebhookState({ webhook: { isActive, pausedAt, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation('integrations');
  if (pausedAt !== null) return <Tag tone="danger">{t('state.paused')}</Tag>;
  if (!isActive) return <Tag>{t('state.off')}</Tag>;
  if (failingSince !== null) return <Tag tone="warning">{t('state.failing')}</Tag>;
  return <Tag tone="success">{t('state.on')}</Tag>;
}

/** Lists and creates webhooks; each has a page of its own. */
export function WebhooksSection() {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const load = useCallback(async () => (await api.integrations.listWebhooks()).webhooks, [api]);
  const { data: value, setData: setValue, failure } = useApiData(load);
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <IntroSection title={t('webhooks.title')} intro={t('webhooks.intro')}>
      <div>
        <Button writes onClick={() => setCreating(true)}>
          {t('webhooks.create')}
        </Button>
      </div>
      <ErrorBanner code={failure} />
      {value === null ? (
        !failure && <LoadingPlaceholder className="h-16" />
      ) : value.length === 0 ? (
        <p className="text-soft">{t('webhooks.empty')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {value.map((webhook) => (
            <li key={webhook.id}>
              <Link to={webhookHref(webhook.id)} className="flex min-h-16 flex-col justify-center gap-0.5 py-3">
                <span className="font-medium wrap-anywhere">{webhook.url}</span>
                <span className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
                  <WebhookState webhook={webhook} />
                  {webhook.description && <span className="wrap-anywhere">{webhook.description}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isCreating && (
        <WebhookForm
          title={t('webhooks.create')}
          submitLabel={t('webhooks.create')}
          start={{ url: '', description: '', events: [...WEBHOOK_EVENTS] }}
          onClose={() => setCreating(false)}
          onSubmit={async (body) => {
            const created = await api.integrations.createWebhook({ body });
            setValue([...(value ?? []), created.webhook]);
            setCreating(false);
            setSecret(created.secret);
          }}
        />
      )}
      {secret !== null && <SecretDialog kind="secret" value={secret} onClose={() => setSecret(null)} />}
    </IntroSection>
  );
}
