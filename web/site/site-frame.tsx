import type { SitePageData } from '#core/api/site-page.ts';
import { telHref } from '#core/domain/values/format.ts';
import { fitLogo, type Logo, readLogo } from '#core/domain/branding/logo.ts';
import { builtInHref } from './site-link.tsx';
import { SITE_TEXTS } from './texts.ts';

/** Largest size of a logo in pixels, as in styles/frame.css. */
const [LOGO_WIDTH, LOGO_HEIGHT] = [192, 44];

/** The studio's name or logo with its menu, in the style of the theme. */
export function SiteHeader({ data }: { data: SitePageData }) {
  const { studio, base, menu, language } = data;
  const isCompact = studio.theme.updatedAt > 0 && studio.theme.menuStyle === 'compact';
  return (
    <header className="site-header">
      <a href={data.hrefs['home'] ?? (base || '/')} className="site-name text-title">
        <SiteLogo data={data} />
      </a>
      {menu.length > 0 && (
        <>
          {!isCompact && <SiteMenu data={data} className="menu-wide" />}
          <details className="menu-narrow">
            <summary>{SITE_TEXTS[language].menu}</summary>
            <SiteMenu data={data} />
          </details>
        </>
      )}
    </header>
  );
}

/**
 * The logo, or the name as text. Which variant shows follows the device's scheme; a studio's dark ground has the one for
 * dark schemes always. CSS inverts a single logo whose ink is the ground's own (styles/looks.css).
 */
function SiteLogo({ data: { studio } }: { data: SitePageData }) {
  const [light, dark] = [readLogo(studio.logoUrl), readLogo(studio.logoDarkUrl)];
  const shown = light ?? dark;
  if (!shown) return studio.name;
  const image = (logo: Logo, scheme?: string) => (
    <img
      src={logo.src}
      alt={studio.name}
      {...fitLogo(logo, LOGO_WIDTH, LOGO_HEIGHT)}
      data-ink={logo.ink}
      // Of two, the hidden one is not loaded.
      {...(scheme && { 'data-scheme': scheme, loading: 'lazy' as const })}
    />
  );
  if (!light || !dark) return image(shown);
  return (
    <>
      {image(light, 'light')}
      {image(dark, 'dark')}
    </>
  );
}

function SiteMenu({ data: { menu, page, language }, className }: { data: SitePageData; className?: string }) {
  return (
    <nav aria-label={SITE_TEXTS[language].menu} className={className}>
      <ul>
        {menu.map(({ id, title, href }) => (
          <li key={id}>
            <a href={href} aria-current={id === page.id ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the address that shows and keeps a language; previews keep none, because their cookies are the back office's. */
function chosenHref({ base }: SitePageData, { language, href }: SitePageData['languages'][number]): string {
  return base.startsWith('/preview/') ? href : `${href}?lng=${language}`;
}

export function SiteFooter({ data }: { data: SitePageData }) {
  const { studio, languages, language } = data;
  const texts = SITE_TEXTS[language];
  return (
    <footer className="site-footer">
      <p>
        <span>{studio.name}</span>
        {studio.email && <a href={`mailto:${studio.email}`}>{studio.email}</a>}
        {studio.phone && <a href={telHref(studio.phone)}>{studio.phone}</a>}
        <a href={builtInHref(data, 'client')}>{texts.forClients}</a>
        <a href="/report" rel="nofollow">
          {texts.report}
        </a>
      </p>
      {languages.length > 1 && (
        <nav aria-label={texts.languages}>
          <ul>
            {languages.map((one) => (
              <li key={one.language}>
                <a
                  href={chosenHref(data, one)}
                  lang={one.language}
                  hrefLang={one.language}
                  aria-current={one.language === language ? 'true' : undefined}
                >
                  {texts.names[one.language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {studio.privacyNotice && (
        <details>
          <summary>{texts.privacy}</summary>
          <p id="privacy" className="lines">
            {studio.privacyNotice}
          </p>
        </details>
      )}
    </footer>
  );
}
