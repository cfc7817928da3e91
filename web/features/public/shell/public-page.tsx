import { clsx } from 'clsx';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { fitLogo, type Logo, readLogo } from '#core/domain/branding/logo.ts';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { changeLanguage, currentLanguage } from '#web/lib/i18n/i18n.ts';
import { knownClientPage } from './client-page-link.ts';
import { bookHref, clientHref, studioHref, type StudioSite } from './routes.ts';
import { SiteMenuContext } from './site-menu.ts';

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
  site: StudioSite | null;
  studio: PublicStudio | null;
}

function StudioFooter({ site, studio }: StudioFooterProps) {
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
        {site && studio && (
          <a
            href={clientHref(site)}
            className="thumb"
            onClick={({ currentTarget }) => {
              currentTarget.href = knownClientPage(site) ?? clientHref(site);
            }}
          >
            {t('forClients')}
          </a>
        )}
        {/* Also on a studio's own domain: it redirects. */}
        <a href="/report" className="thumb">
          {t('report')}
        </a>
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
  booking: boolean;
}

/**
 * The studio's logo above a page, linked to the studio page, and the menu of its website; without a website, but with a
 * theme of the studio's own, the parts of its page.
 */
function StudioHeader({ site, studio, booking }: StudioHeaderProps) {
  const { t } = useTranslation('public');
  const header = useAutohide(studio.theme);
  const siteMenu = use(SiteMenuContext);
  const sections = [
    { href: `${studioHref(site)}#galleries`, title: t('studio.galleries') },
    ...(booking ? [{ href: bookHref(site), title: t('studio.book') }] : []),
    ...(hasContact(studio) ? [{ href: `${studioHref(site)}#contact`, title: t('studio.contact') }] : []),
  ];
  const links = siteMenu?.[currentLanguage()] ?? (hasTheme(studio) ? sections : []);
  const isCompact = hasTheme(studio) && studio.theme.menuStyle === 'compact';
  const menu = (
    <nav aria-label={t('menu')} className="studio-nav">
      {links.map(({ href, title }) => (
        <a key={href} href={href} className="thumb no-underline">
          {title}
        </a>
      ))}
    </nav>
  );
  return (
    <header
      ref={header}
      className="studio-menu flex print:hidden min-h-15 flex-wrap items-center justify-between gap-x-8 px-5 py-1 md:min-h-16 md:px-8"
    >
      <a href={studioHref(site)} className="thumb min-w-0 no-underline hover:underline">
        <StudioMark studio={studio} />
      </a>
      {links.length > 0 && !isCompact && <div className="max-md:hidden">{menu}</div>}
      {links.length > 0 && (
        <details className={clsx('studio-details', !isCompact && 'md:hidden')}>
          <summary>{t('menu')}</summary>
          {menu}
        </details>
      )}
    </header>
  );
}

/** True once the studio has chosen a theme (core/domain/branding/theme.ts). */
export const hasTheme = ({ theme }: PublicStudio) => theme.updatedAt > 0;

export function hasContact({ email, phone, website, address, socialMedia }: PublicStudio): boolean {
  return Boolean(email || phone || website || address || socialMedia.length > 0);
}

/** Pixels of scrolling that count as a change of direction. */
const SCROLL_PX = 8;

/** Marks the menu while the visitor scrolls down, if the theme hides it then. */
function useAutohide({ menuBehavior }: PublicStudio['theme']) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (menuBehavior !== 'autohide') return;
    let last = scrollY;
    const onScroll = () => {
      if (Math.abs(scrollY - last) < SCROLL_PX) return;
      header.current?.toggleAttribute('data-away', scrollY > last);
      last = scrollY;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [menuBehavior]);
  return header;
}

interface StudioMarkProps {
  studio: PublicStudio;
  /** Largest size in pixels. */
  width?: number;
  height?: number;
}

/** The studio's logo, or its name as text. Each logo may have a variant for the dark theme; CSS shows the right one. */
export function StudioMark({ studio, width = 192, height = 44 }: StudioMarkProps) {
  const [light, dark] = [readLogo(studio.logoUrl), readLogo(studio.logoDarkUrl)];
  if (!light && !dark) return <span className="font-semibold tracking-tight">{studio.name}</span>;
  const image = (logo: Logo | null, scheme: string) =>
    logo && (
      <img
        src={logo.src}
        alt={studio.name}
        {...fitLogo(logo, width, height)}
        data-ink={logo.ink}
        // Of two, the hidden one is not loaded.
        {...(light && dark && { 'data-scheme': scheme, loading: 'lazy' as const })}
        className="studio-logo"
      />
    );
  return (
    <>
      {image(light, 'light')}
      {image(dark, 'dark')}
    </>
  );
}

interface PublicPageProps {
  site: StudioSite | null;
  studio: PublicStudio | null;
  /** Omits the header: without a theme of its own, the studio page shows the name itself. */
  bare?: boolean;
  /** True if the studio is known to accept bookings: the menu then links to them. */
  booking?: boolean;
  children: ReactNode;
}

/** Frame of every studio page: logo above, languages below. */
export function PublicPage({ site, studio, bare = false, booking = false, children }: PublicPageProps) {
  return (
    <div className="studio-page flex min-h-dvh flex-col">
      <SkipLink />
      {!bare && site && studio && <StudioHeader site={site} studio={studio} booking={booking} />}
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <StudioFooter site={site} studio={studio} />
    </div>
  );
}
