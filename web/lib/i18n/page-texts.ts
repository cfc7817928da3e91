import type { I18nSetup } from './i18n.ts';

/** Returns the texts in `<script type="application/json" id="texts">`; null if the page has none. */
export function readPageTexts(document: Document): I18nSetup['preloaded'] | null {
  return JSON.parse(document.getElementById('texts')?.textContent ?? 'null') as I18nSetup['preloaded'] | null;
}
