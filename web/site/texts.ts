import type { SitePageData } from '#core/api/site-page.ts';
import { inLanguage, type PerLanguage } from '#core/domain/values/per-language.ts';
import caContact from '#locales/ca/contact.json' with { type: 'json' };
import enContact from '#locales/en/contact.json' with { type: 'json' };
import esContact from '#locales/es/contact.json' with { type: 'json' };
import ca from '#locales/ca/site.json' with { type: 'json' };
import en from '#locales/en/site.json' with { type: 'json' };
import es from '#locales/es/site.json' with { type: 'json' };

/** Fixed texts of the website, by language; without i18next, which a page without a script does not need. */
export const SITE_TEXTS = { en, es, ca } as const;
export const CONTACT_TEXTS = { en: enContact, es: esContact, ca: caContact } as const;

/** Returns a text of the page in its language, else in the studio's; empty without one. */
export function textOf({ language, studio }: SitePageData, text: PerLanguage<string> | undefined): string {
  return inLanguage<string>(text, language, studio.language)?.trim() ?? '';
}
