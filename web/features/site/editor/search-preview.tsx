import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { PageValues } from './page-values.ts';

/** Characters that search engines usually show. */
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 155;

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text);

/** The page as a result of a search engine. */
export function SearchPreview({ values }: { values: PageValues }) {
  const { t } = useTranslation('website');
  const { name, slug } = useAccount();
  const title = values.seoTitle.trim() || `${values.title} – ${name}`;
  const description = values.seoDescription.trim() || values.description.trim();
  return (
    <figure aria-label={t('settings.searchPreview')} className="rounded-control border border-line bg-raised p-4">
      <p className="truncate text-caption text-soft">{`${location.host} › p › ${[slug, ...values.path.split('/')].join(' › ')}`}</p>
      <p className="mt-1 text-lead wrap-anywhere text-accent">{cut(title, MAX_TITLE)}</p>
      <p className="mt-1 text-caption wrap-anywhere text-soft">
        {values.noindex
          ? t('settings.hiddenFromSearch')
          : cut(description, MAX_DESCRIPTION) || t('settings.noDescription')}
      </p>
    </figure>
  );
}
