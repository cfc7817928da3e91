import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FONT_CATALOGUE, fontCss, loadCatalogueFont, type LoadedFont } from '#core/domain/font-faces.ts';
import { FONT_KEYS, type FontKey, parseFont } from '#core/domain/fonts.ts';
import { type StudioTheme, themeAttributes } from '#core/domain/theme.ts';
import siteCss from '#web/site/site.css?url';

/** Width of the played window in pixels. */
const WIDTH = 1280;

/** Returns the style of the theme's fonts; uploaded ones appear with the published site only. */
function themeFonts(theme: StudioTheme): string {
  const fonts: Partial<Record<FontKey, LoadedFont>> = {};
  for (const key of FONT_KEYS) {
    const choice = parseFont(theme[key]);
    const found = choice?.kind === 'catalogue' && FONT_CATALOGUE.find(({ family }) => family === choice.family);
    if (found) fonts[key] = loadCatalogueFont(found);
  }
  return fontCss(fonts, 'html:root');
}

/** Shows a theme in a document, as the server writes it. */
function showTheme(root: HTMLElement, theme: StudioTheme): void {
  const attributes = themeAttributes(theme);
  root.setAttribute('data-theme', 'light');
  root.setAttribute('style', `${attributes?.style ?? ''};overflow:hidden`);
  root.setAttribute('data-look', attributes?.look ?? '');
  // Not by a style element, which the content security policy refuses.
  const { CSSStyleSheet } = root.ownerDocument.defaultView ?? window;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeFonts(theme));
  root.ownerDocument.adoptedStyleSheets = [sheet];
}

/** A website's page in a small window of its own, with the site's styles and a theme; inert. */
export function LookFrame({ title, theme, children }: { title: string; theme: StudioTheme; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const [space, setSpace] = useState({ width: 0, height: 0 });
  const [source] = useState(
    `<!doctype html><html><head><link rel="stylesheet" href="${siteCss}"></head><body></body></html>`,
  );
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSpace(entry.contentRect));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (root) showTheme(root, theme);
  }, [root, theme]);
  const scale = space.width / WIDTH;
  return (
    <div ref={box} className="relative size-full overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        srcDoc={source}
        tabIndex={-1}
        onLoad={() => setRoot(frame.current?.contentDocument?.documentElement ?? null)}
        className="pointer-events-none absolute top-0 left-0 origin-top-left border-0 bg-paper"
        style={{ width: WIDTH, height: scale > 0 ? space.height / scale : 0, scale }}
      />
      {root && createPortal(<div inert>{children}</div>, root.ownerDocument.body)}
    </div>
  );
}
