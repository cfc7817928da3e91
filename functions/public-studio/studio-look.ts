import type { PublicStudio } from '#core/api/public.ts';
import { fitLogo, type Logo, readLogo } from '#core/domain/branding/logo.ts';
import { HOUSE_THEME, themeAttributes, themeTokens } from '#core/domain/branding/theme.ts';
import type { GalleryDesign } from '#core/domain/galleries/galleries.ts';
import { pairFonts } from '#core/domain/branding/fonts.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { PageLook } from '../platform/http/refusal-page.ts';
import { loadPageFonts } from './page-fonts.ts';

/** Largest size of a logo in pixels. */
const [LOGO_WIDTH, LOGO_HEIGHT] = [192, 44];

/**
 * Returns a studio's colours and fonts, and its logo or name as a link to its page, for pages that need no script.
 * @param design scheme and fonts of a gallery that has its own
 */
export async function studioLook(
  db: Queryable,
  { accountId, studio: { slug, name, theme, logoUrl, logoDarkUrl } }: { accountId: string; studio: PublicStudio },
  { colors, fontPair }: Pick<GalleryDesign, 'colors' | 'fontPair'> = {},
): Promise<PageLook> {
  const shown = theme.updatedAt > 0 ? theme : { ...HOUSE_THEME, updatedAt: 1 };
  const [light, dark] = [readLogo(logoUrl), readLogo(logoDarkUrl)];
  const isDark = colors === 'dark' || themeTokens(shown).light['scheme'] === 'dark';
  const first = isDark ? (dark ?? light) : (light ?? dark);
  const image = (logo: Logo) => {
    const { width, height } = fitLogo(logo, LOGO_WIDTH, LOGO_HEIGHT);
    return `<img src="${logo.src}" alt="${escapeHtml(name)}" width="${width}" height="${height}"${light && dark ? '' : ` data-ink="${logo.ink}"`}>`;
  };
  const inDark =
    !isDark && !colors && light && dark ? `<source media="(prefers-color-scheme: dark)" srcset="${dark.src}">` : '';
  const mark = first ? `<picture>${inDark}${image(first)}</picture>` : escapeHtml(name);
  const fonts = await loadPageFonts(db, accountId, fontPair ? { ...theme, ...pairFonts(fontPair) } : theme);
  return {
    style: themeAttributes(shown)!.style,
    header: `<a href="/p/${slug}">${mark}</a>`,
    fonts: fonts?.css ?? '',
    scheme: colors,
  };
}
