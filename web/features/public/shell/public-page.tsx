import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { LANGUAGES } from '#core/domain/languages.ts';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { changeLanguage, currentLanguage } from '#web/lib/i18n/i18n.ts';
import { studioHref, type StudioSite } from './routes.ts';

/** Links to the three languages, each by its own name. */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const current = currentLanguage();
  return (
    <nav aria-label={t('language')} className="-mx-3 flex flex-wrap noscript:hidden">
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant="quiet"
          size="small"
          lang={language}
          aria-current={language === current ? 'true' : undefined}
          className={language === current ? 'underline underline-offset-4' : 'text-soft!'}
          onClick={() => void changeLanguage(language)}
        >
          {t(`languages.${language}`)}
        </Button>
      ))}
    </nav>
  );
}

interface StudioFooterProps {
  studio: PublicStudio | null;
}

function StudioFooter({ studio }: StudioFooterProps) {
  const { t } = useTranslation('public');
  return (
    <footer className="mt-auto flex print:hidden flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 pt-16 pb-6 text-caption text-soft md:px-8">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {studio && <span>{studio.name}</span>}
        {studio?.email && (
          <a href={`mailto:${studio.email}`} className="thumb">
            {studio.email}
          </a>
        )}
      </p>
      <LanguageSwitch />
      {studio?.privacyNotice && (
        <details className="basis-full">
          <summary className="thumb w-fit cursor-pointer">{t('privacy')}</summary>
          <p id="privacy" className="measure pt-2 wrap-anywhere whitespace-pre-line">
            {studio.privacyNotice}
          </p>
        </details>
      )}
    </footer>
  );
}

interface StudioHeaderProps {
  site: StudioSite;
  studio: PublicStudio;
}

/** The studio's logo above a gallery, linked to the studio page. */
function StudioHeader({ site, studio }: StudioHeaderProps) {
  return (
    <header className="flex print:hidden min-h-14 items-center px-5 py-1 md:min-h-16 md:px-8">
      <a href={studioHref(site)} className="thumb min-w-0 no-underline hover:underline">
        <StudioMark studio={studio} />
      </a>
    </header>
  );
}

/** The studio's logo, or its name as text. */
export function StudioMark({ studio }: { studio: PublicStudio }) {
  if (studio.logoUrl) return <img src={studio.logoUrl} alt={studio.name} className="max-h-9 max-w-48 object-contain" />;
  return <span className="font-semibold tracking-tight">{studio.name}</span>;
}

interface PublicPageProps {
  site: StudioSite | null;
  studio: PublicStudio | null;
  /** Omits the header: the studio page shows the name itself. */
  bare?: boolean;
  children: ReactNode;
}

/** Frame of every studio page: logo above, languages below. */
export function PublicPage({ site, studio, bare = false, children }: PublicPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {!bare && site && studio && <StudioHeader site={site} studio={studio} />}
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <StudioFooter studio={studio} />
    </div>
  );
}
