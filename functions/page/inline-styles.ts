import { createHash } from 'node:crypto';
import type { PublicStudio } from '#core/api/public.ts';
import { themeAttributes } from '#core/domain/branding/theme.ts';
import type { InlineHashes } from '../edge/response-headers.ts';
import type { PageFonts } from '../public-studio/page-fonts.ts';

/**
 * Returns the elements of a studio's theme and fonts. The theme is no attribute of `<html>`, because browsers look for
 * the character set in the first 1,024 bytes (HTML standard, 4.2.5.4).
 */
export function styleTags(studio: PublicStudio | null | undefined, fonts: PageFonts | null): string[] {
  const theme = studio && themeAttributes(studio.theme);
  const early = fonts?.preload
    ? [`<link rel="preload" href="${fonts.preload}" as="font" type="font/woff2" crossorigin>`]
    : [];
  return [
    ...(theme ? [`<style>:root[data-look]{${theme.style}}</style>`] : []),
    ...early,
    ...(fonts ? [`<style>${fonts.css}</style>`] : []),
  ];
}

/** Returns the rules of the product's font in a built document, whose files have hashed names. */
export const fontFaces = (template: string): string => (template.match(/@font-face ?\{[^}]*\}/g) ?? []).join('');

/** Returns the hashes of inline scripts and styles, by which the page's policy allows them. */
export function inlineHashes(html: string): InlineHashes {
  const hashes = (tag: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
      ([, content]) => `'sha256-${createHash('sha256').update(content!).digest('base64')}'`,
    );
  return { scripts: hashes('script'), styles: hashes('style') };
}
