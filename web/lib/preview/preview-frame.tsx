import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Language } from '#core/domain/values/languages.ts';
import { type Scheme, type StudioTheme, themeAttributes } from '#core/domain/branding/theme.ts';
import { queries } from '#core/zero/queries.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { previewCss } from '#web/lib/fonts/font-loading.tsx';
import { useSpace } from './use-space.ts';

interface PreviewFrameProps {
  /** Describes the frame to screen readers. */
  title: string;
  /** Width of the window that is played, in pixels; scaled down to the space there is. */
  width: number;
  scheme: Scheme;
  theme: StudioTheme;
  /** Address of the document's only stylesheet; without one it has those of this page. */
  stylesheet?: string;
  /** Rules beside the stylesheet. */
  css?: string;
  /** Language of the page; the member's own by default. */
  language?: Language;
  /** Parts over the page that take the pointer. */
  overlay?: ReactNode;
  children: ReactNode;
}

/**
 * Writes an empty document with these stylesheets into a frame; the frame's load event follows once they are loaded. Not
 * by `srcdoc`: in Firefox the policy's `'self'` matches nothing inside such a document while a service worker controls
 * the page, so that its stylesheets are refused.
 */
function writeDocument(inside: Document, styles: readonly string[]): void {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  inside.open();
  inside.write(`<!doctype html><html><head>${links}</head><body></body></html>`);
  inside.close();
}

function pageStyles(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href);
}

/** Gives a document this style. Not by a style element, which the content security policy refuses. */
function adoptStyle(inside: Document, css: string): void {
  const { CSSStyleSheet } = inside.defaultView ?? window;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  inside.adoptedStyleSheets = [sheet];
}

/**
 * A window of its own around a part of the page, so that the media queries of public pages see a phone or a desktop. Its
 * root element has the attributes that the server writes for the theme. The page is inert: it is looked at and scrolled
 * only, and its links lead nowhere.
 */
export function PreviewFrame({
  title,
  width,
  scheme,
  theme,
  stylesheet,
  css = '',
  overlay,
  ...page
}: PreviewFrameProps) {
  const own = useLanguage();
  const language = page.language ?? own;
  const [files] = useQuery(queries.fonts.list());
  const styles = useMemo(() => previewCss(theme, files) + css, [theme, files, css]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const [links] = useState(() => (stylesheet === undefined ? pageStyles() : [stylesheet]));
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (inside) writeDocument(inside, links);
  }, [links]);
  const box = useRef<HTMLDivElement>(null);
  const space = useSpace(box);
  useEffect(() => {
    if (!root) return;
    const attributes = themeAttributes(theme);
    root.setAttribute('lang', language);
    root.setAttribute('data-theme', scheme);
    root.setAttribute('style', attributes?.style ?? '');
    root.setAttribute('data-look', attributes?.look ?? '');
    if (!attributes) root.removeAttribute('data-look');
  }, [root, theme, scheme, language]);
  useEffect(() => {
    if (root) adoptStyle(root.ownerDocument, styles);
  }, [root, styles]);
  const scale = Math.min(1, space.width / width);
  const onLoad = () => {
    const inside = frame.current?.contentDocument;
    // The browser's own empty document, which is loaded first, has no doctype.
    if (inside?.doctype) setRoot(inside.documentElement);
  };
  return (
    <div ref={box} className="relative h-full overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        tabIndex={-1}
        onLoad={onLoad}
        className="absolute top-0 left-1/2 origin-top -translate-x-1/2 border-0 bg-paper"
        style={{ width, height: scale > 0 ? space.height / scale : 0, scale }}
      />
      {root &&
        createPortal(
          <>
            <div inert>{page.children}</div>
            {overlay}
          </>,
          root.ownerDocument.body,
        )}
    </div>
  );
}
