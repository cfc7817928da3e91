import { BROWSER_FLOORS } from '#core/domain/values/browser-floors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';
import type { PageData } from '#core/api/page-data.ts';

const TEXTS = { en, es, ca } as const;

/** Pages that are read more than used: their content stays below the notice. */
const READ_KINDS: ReadonlySet<PageData['kind']> = new Set(['landing', 'legal', 'studio', 'not-found']);

/**
 * Returns the notice for browsers below the page's floor, hidden until `theme.js` finds one. Its styles are its own: an
 * old browser may understand none of the page's.
 * @param data null in the back office
 */
export function browserNotice(data: PageData | null, language: Language): string {
  const versions = { ...BROWSER_FLOORS[data ? 'public' : 'office'] };
  const text = (key: string) => escapeHtml(formatText(TEXTS[language], language, `browser.${key}`, versions));
  const keeps = data && READ_KINDS.has(data.kind) ? ' data-keeps-page' : '';
  const words = text(data?.kind === 'gallery' ? 'photos' : 'text');
  return `<div id="browser-notice" role="alert" hidden${keeps} style="max-width:32em;margin:0 auto;padding:32px 20px;font:16px/1.5 system-ui,sans-serif"><p style="margin:0 0 8px;font-size:20px;font-weight:600">${text('title')}</p><p style="margin:0">${words}</p></div>`;
}
