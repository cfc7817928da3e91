import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  type FontFaceRule,
  FONT_CATALOGUE,
  fontCss,
  loadCatalogueFont,
  loadCustomFont,
  type LoadedFont,
} from '#core/domain/branding/font-faces.ts';
import { FONT_KEYS, type FontKey, parseFont } from '#core/domain/branding/fonts.ts';
import type { Row } from '@rocicorp/zero';
import type { schema } from '#core/zero/schema.ts';

export type FontRow = Row<(typeof schema)['tables']['customFonts']>;

/** Returns the font that a stored value names; null for the default font and for missing ones. */
export function findFont(value: string, own: readonly FontRow[]): LoadedFont | null {
  const choice = parseFont(value);
  if (!choice) return null;
  if (choice.kind === 'custom') {
    const font = own.find(({ id }) => id === choice.id);
    return font ? loadCustomFont(font) : null;
  }
  return loadCatalogueFont(FONT_CATALOGUE.find(({ family }) => family === choice.family)!);
}

const added = new Set<string>();

/** Adds a font's faces to the page. The browser loads a file when text needs it. Not by a style element: the CSP. */
function addFaces({ faces }: LoadedFont): void {
  for (const face of faces.filter(({ metrics }) => !metrics)) {
    const key = face.family + face.src;
    if (added.has(key)) continue;
    added.add(key);
    document.fonts.add(toFontFace(face));
  }
}

function toFontFace({ family, src, weight, unicodeRange }: FontFaceRule): FontFace {
  return new FontFace(family, src, { weight, display: 'swap', ...(unicodeRange && { unicodeRange }) });
}

interface InFontProps {
  font: LoadedFont | null;
  className?: string;
  children: ReactNode;
}

/** Text in a font, whose files are loaded once the text is visible. */
export function InFont({ font, className, children }: InFontProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!font || !element) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      addFaces(font);
      setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [font]);
  const style = font && isSeen ? { fontFamily: font.stack, fontFeatureSettings: 'normal' } : undefined;
  return (
    <span ref={ref} style={style} className={className}>
      {children}
    </span>
  );
}

/** Returns the style of chosen fonts, as a studio's pages have it. */
export function previewCss(values: Readonly<Record<FontKey, string>>, own: readonly FontRow[]): string {
  const fonts: Partial<Record<FontKey, LoadedFont>> = {};
  for (const key of FONT_KEYS) {
    const font = findFont(values[key], own);
    if (font) fonts[key] = font;
  }
  return fontCss(fonts, 'html:root');
}
