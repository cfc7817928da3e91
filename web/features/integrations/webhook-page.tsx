import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { Webhook } from '#core/api/webhooks.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { MissingPage } from '#web/components/layout/record-page.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { paths } from '#web/lib/paths.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhooks-section.tsx';

/** A webhook: its state, what to do with it, and the log of its deliveries. */
export function WebhookPage() {
  const { t } = useTranslation(['integrations', 'settings']);
  const { webhookId = '' } = useParams();
  const api = useApi();
  const load = useCallback(
    async () => (await api.integrations.listWebhooks()).webhooks.find(({ id }) => id === webhookId) ?? 'missing',
    [api, webhookId],
  );
  const { data: value, setData: setValue, failure } = useApiData<Webhook | 'missing'>(load);
  const back = { to: paths.integrations, label: t('settings:tabs.integrations') };
  if (value === 'missing') return <MissingPage title={t('webhooks.missing')} back={back} />;
  return (
    <>
      <PageHeader back={back} title={value?.url ?? t('webhooks.title')} />
      <div className="column flex flex-col gap-10">
        <ErrorBanner code={failure} />
        {value ? (
          <WebhookContent key={value.id} webhook={value} onChange={setValue} />
        ) : (
          !failure && <LoadingPlaceholder className="h-40" />
        )}
      </div>
    </>
  );
}

interface WebhookContentProps {
  webhook: Webhook;
  onChange: (webhook: Webhook) => void;
}

function WebhookContent({ webhook, onChange }: WebhookContentProps) {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const isWritable = useWritable();
  const { call, busy } = useApiCall();
  const [dialog, setDialog] = useState<'edit' | null>(null);
  const [sent, setSent] = useState(0);
  const { id, url, description, events, isActive, pausedAt } = webhook;
  const params = { webhookId: id };
  const isOn = isActive && pausedAt === null;
  const update = async (body: Parameters<typeof api.integrations.updateWebhook>[0]['body']) =>
    onChange(await api.integrations.updateWebhook({ params, body }));
  const test = () =>
    call(async () => {
      await api.integrations.testWebhook({ params });
      setSent((count) => count + 1);
    });
  return (
    <>
      <section className="flex flex-col gap-4" aria-label={t('webhooks.settings')}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <WebhookState webhook={webhook} />
          {description && <p className="text-soft wrap-anywhere">{description}</p>}
        </div>
        {pausedAt !== null && <Banner tone="warning">{t('state.pausedText')}</Banner>}
        <ul className="list-disc pl-5 text-soft">
          {events.map((event) => (
            <li key={event}>{t(`events.${event.replace('.', '_') as 'gallery_published'}`)}</li>
          ))}
        </ul>
        <Switch
          label={t('webhooks.active')}
          checked={isOn}
          disabled={busy || !isWritable}
          onChange={(to) => void call(() => update({ isActive: to }))}
        />
        <div className="flex flex-wrap gap-2">
          <Button writes loading={busy} disabled={!isOn} onClick={() => void test()}>
            {t('webhooks.test')}
          </Button>
          <Button writes onClick={() => setDialog('edit')}>
            {t('webhooks.edit')}
          </Button>
          <RotateSecret webhookId={id} />
          <RemoveWebhook webhookId={id} />
        </div>
      </section>
      <DeliveriesSection webhookId={id} canSend={isOn} sent={sent} />
      {dialog === 'edit' && (
        <WebhookForm
          title={t('webhooks.edit')}
          submitLabel={t('webhooks.save')}
          start={{ url, description, events }}
          onClose={() => setDialog(null)}
          onSubmit={async (body) => {
            await update(body);
            setDialog(null);
          }}
        />
      )}
    </>
  );
}

interface AskedButtonProps {
  label: string;
  title: string;
  text: string;
  busy: boolean;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}

/** A quiet button that asks first. */
function AskedButton({ label, title, text, busy, onConfirm, children }: AskedButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button writes variant="quiet" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        description={text}
        confirmLabel={label}
        loading={busy}
        onConfirm={() => void onConfirm().then(() => setAsking(false))}
      />
      {children}
    </>
  );
}

function RotateSecret({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const { call, busy } = useApiCall();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = () =>
    call(async () => setSecret((await api.integrations.rotateSecret({ params: { webhookId } })).secret));
  return (
    <AskedButton
      label={t('rotate.act')}
      title={t('rotate.title')}
      text={t('rotate.text')}
      busy={busy}
      onConfirm={rotate}
    >
      {secret !== null && <SecretDialog kind="secret" value={secret} onClose={() => setSecret(null)} />}
    </AskedButton>
  );
}

function RemoveWebhook({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const navigate = useNavigate();
  const { call, busy } = useApiCall();
  const remove = async () => {
    const isDone = await call(() => api.integrations.removeWebhook({ params: { webhookId } }), t('remove.done'));
    if (isDone) await navigate(paths.integrations, { replace: true });
  };
  return (
    <AskedButton
      label={t('remove.act')}
      title={t('remove.title')}
      text={t('remove.text')}
      busy={busy}
      onConfirm={remove}
    />
  );
}
