import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Footer of the product's own pages. */
export function LandingFooter({ legal, languages }: { legal: boolean; languages: ReactNode }) {
  const { t } = useTranslation('landing');
  return (
    <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line py-6 text-caption text-soft">
      <p>{t('footer')}</p>
      <div className="flex flex-wrap items-center gap-x-6">
        {legal &&
          (['terms', 'privacy'] as const).map((document) => (
            <a key={document} href={`/${document}`} className="thumb">
              {t(document)}
            </a>
          ))}
        <a href="/developers" className="thumb">
          {t('developers')}
        </a>
        <a href="/status" className="thumb">
          {t('status')}
        </a>
        <a href="/licences.txt" className="thumb">
          {t('licences')}
        </a>
        {languages}
      </div>
    </footer>
  );
}
