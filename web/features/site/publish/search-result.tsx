import { useTranslation } from 'react-i18next';
import { SEARCH_DESCRIPTION_LENGTH, SEARCH_TITLE_LENGTH } from '#core/domain/site/site-checks.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type Draft, type Publishing, usePublicAddress } from './use-publishing.ts';

/** The page as a search engine lists it, about: title and description as the page's head has them, cut to their space. */
export function SearchResult({ page, search }: { page: Draft; search: Publishing['search'] }) {
  const { t } = useTranslation('publishing');
  const { name } = useAccount();
  const address = usePublicAddress();
  const { settings } = page;
  const title = settings.seoTitle || `${page.title} – ${search.title || name}`;
  const description = settings.seoDescription || page.description || search.description;
  return (
    <section aria-label={t('search.title')} className="flex flex-col gap-2">
      <h3 className="text-caption font-medium">{t('search.title')}</h3>
      {settings.noindex ? (
        <p className="text-soft">{t('search.hidden')}</p>
      ) : (
        <div className="rounded-control border border-line bg-raised p-4">
          <p className="text-caption wrap-anywhere text-soft">{`${address.replace(/^https?:\/\//, '')}/${page.path}`}</p>
          <p className="text-lead wrap-anywhere text-accent">{cut(title, SEARCH_TITLE_LENGTH)}</p>
          <p className="wrap-anywhere text-soft">
            {description ? cut(description, SEARCH_DESCRIPTION_LENGTH) : t('search.noDescription')}
          </p>
        </div>
      )}
    </section>
  );
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text);
