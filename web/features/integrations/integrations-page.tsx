import { ExternalLink, X } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '#core/api/tokens.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { DEVELOPERS_PATH } from '#web/lib/paths.ts';
import { CreateToken } from './create-token.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useScopeLabel } from './use-scope-label.ts';
import { WebhooksSection } from './webhooks-section.tsx';

/** API tokens and webhooks, by which other programs connect. */
export function IntegrationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['integrations', 'settings']);
  return (
    <>
      <PageHeader title={t('settings:tabs.integrations')} tabs={tabs} />
      <div className="column flex flex-col gap-12">
        <div className="flex flex-col gap-2">
          <p className="measure text-soft">{t('intro')}</p>
          <p>
            <a
              href={DEVELOPERS_PATH}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-control items-center gap-1.5 underline underline-offset-4"
            >
              {t('reference')}
              <ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
            </a>
          </p>
        </div>
        <TokensSection />
        <WebhooksSection />
      </div>
    </>
  );
}

interface TokenItemProps {
  token: ApiToken;
  onRevoked: () => void;
}

function TokenItem({ token, onRevoked }: TokenItemProps) {
  const { t } = useTranslation('integrations');
  const labelOf = useScopeLabel();
  const api = useApi();
  const format = useFormat();
  const now = useNow();
  const { call, busy } = useApiCall();
  const [asking, setAsking] = useState(false);
  const { id, name, prefix, scopes, gallery, createdBy, createdAt, expiresAt, lastUsedAt } = token;
  const revoke = async () => {
    const isDone = await call(() => api.integrations.revokeToken({ params: { tokenId: id } }), t('tokens.revoked'));
    setAsking(false);
    if (isDone) onRevoked();
  };
  return (
    <li className="flex items-start gap-1 py-3">
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <code className="text-caption text-soft">{`${prefix}…`}</code>
        </p>
        <p className="text-caption text-soft">
          {gallery && <span className="block text-ink">{t('tokens.onlyGallery', { gallery: gallery.name })}</span>}
          {scopes.map((scope) => labelOf(scope, gallery !== null)).join(' · ')}
        </p>
        <p className="flex flex-wrap gap-x-3 text-caption text-soft">
          <span>{t('tokens.by', { name: createdBy, date: format.day(createdAt) })}</span>
          <span>
            {lastUsedAt === null
              ? t('tokens.unused')
              : t('tokens.used', { when: format.recent(lastUsedAt, Math.max(now, lastUsedAt)) })}
          </span>
          <span>{t('tokens.until', { date: format.day(expiresAt) })}</span>
        </p>
      </div>
      <IconButton
        label={t('tokens.revoke', { name })}
        icon={<X aria-hidden />}
        className="-mr-2"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('tokens.ask', { name })}
        description={t('tokens.askText')}
        confirmLabel={t('tokens.act')}
        loading={busy}
        onConfirm={() => void revoke()}
      />
    </li>
  );
}

/** Lists, creates and revokes API tokens. */
function TokensSection() {
  const { t } = useTranslation('integrations');
  const api = useApi();
  const {
    data: value,
    setData: setValue,
    failure,
  } = useApiData(useCallback(async () => (await api.integrations.listTokens()).tokens, [api]));
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <IntroSection title={t('tokens.title')} intro={t('tokens.intro')}>
      <div>
        <Button variant="primary" writes onClick={() => setCreating(true)}>
          {t('tokens.create')}
        </Button>
      </div>
      <ErrorBanner code={failure} />
      {value === null ? (
        !failure && <LoadingPlaceholder className="h-16" />
      ) : value.length === 0 ? (
        <p className="text-soft">{t('tokens.empty')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {value.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              onRevoked={() => setValue(value.filter(({ id }) => id !== token.id))}
            />
          ))}
        </ul>
      )}
      {isCreating && (
        <CreateToken
          onClose={() => setCreating(false)}
          onCreated={(token, created) => {
            setValue([created, ...(value ?? [])]);
            setCreating(false);
            setShown(token);
          }}
        />
      )}
      {shown !== null && <SecretDialog kind="token" value={shown} onClose={() => setShown(null)} />}
    </IntroSection>
  );
}
