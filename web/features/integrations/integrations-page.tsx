import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { DEVELOPERS_PATH } from '#web/lib/paths.ts';
import { TokensSection } from './tokens-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** API tokens and webhooks, by which other programs connect. */
export function IntegrationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['integrations', 'settings']);
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} />
      <div className="flex max-w-2xl flex-col gap-12">
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
