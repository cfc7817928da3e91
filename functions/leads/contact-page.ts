import type { ContactOptions, PublicStudio } from '#core/api/public.ts';
import type { AppError, ErrorCode } from '#core/domain/values/errors.ts';
import { escapeHtml, PHONE_PATTERN } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { MAX_LEAD_MESSAGE } from '#core/domain/clients/leads.ts';
import ca from '#locales/ca/contact.json' with { type: 'json' };
import en from '#locales/en/contact.json' with { type: 'json' };
import es from '#locales/es/contact.json' with { type: 'json' };
import { textsIn } from '#core/domain/values/translations.ts';
import type { HtmlPage } from '../platform/http/handler.ts';
import { type PageLook, refusalPage } from '../platform/http/refusal-page.ts';
import type { FormValues } from '../platform/http/request.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

interface ContactPage {
  /** Null for an unknown studio. */
  studio: PublicStudio | null;
  look: PageLook | null;
  types: ContactOptions['types'];
  language: Language;
  values: FormValues;
  error: AppError;
}

/** Errors with a text of their own. */
const EXPLAINED: readonly ErrorCode[] = [
  'validation_failed',
  'rate_limited',
  'contact_closed',
  'not_found',
  'payload_too_large',
];

const FIELDS = ['name', 'email', 'phone', 'preferredDate', 'sessionTypeId', 'message'] as const;
type FieldName = (typeof FIELDS)[number];

/**
 * Returns the answer to a contact form without a script that was refused, in the studio's look: the reason, and the form
 * as it was filled in, with each error below its field.
 * The form's own page is web/components/fields/contact-form.tsx.
 */
export function contactPage({ studio, look, types, language, values, error }: ContactPage): HtmlPage {
  const plain = (key: string, with_: Record<string, string> = {}) => formatText(TEXTS[language], language, key, with_);
  const text = (key: string, with_: Record<string, string> = {}) => escapeHtml(plain(key, with_));
  const invalid = new Set(error.params.issues?.map(({ field }) => field));
  const reason = plain(`failed.${EXPLAINED.includes(error.code) ? error.code : 'unavailable'}`);
  const control = (name: FieldName, id: string): string => {
    const value = escapeHtml(values[name] ?? '');
    const attributes = `id="${id}" name="${name}"${invalid.has(name) ? ` aria-invalid="true" aria-describedby="${id}-error"` : ''}`;
    switch (name) {
      case 'message':
        return `<textarea ${attributes} rows="8" required maxlength="${MAX_LEAD_MESSAGE}">\n${value}</textarea>`;
      case 'sessionTypeId': {
        const named = types.map((type) => ({ id: type.id, name: textsIn(type, language).name }));
        const options = [{ id: '', name: formatText(TEXTS[language], language, 'form.anyType') }, ...named];
        const option = (one: { id: string; name: string }) =>
          `<option value="${one.id}"${one.id === values[name] ? ' selected' : ''}>${escapeHtml(one.name)}</option>`;
        return `<select ${attributes}>${options.map(option).join('')}</select>`;
      }
      case 'name':
        return `<input ${attributes} value="${value}" required maxlength="120" autocomplete="name">`;
      case 'email':
        return `<input ${attributes} value="${value}" type="email" required maxlength="254" autocomplete="email">`;
      case 'phone':
        return `<input ${attributes} value="${value}" type="tel" pattern="${PHONE_PATTERN}" maxlength="40" autocomplete="tel">`;
      case 'preferredDate':
        return `<input ${attributes} value="${value}" type="date">`;
    }
  };
  const field = (name: FieldName): string => {
    const id = `contact-${name}`;
    const optional = OPTIONAL.has(name) ? ` (${text('form.optional')})` : '';
    const fault = invalid.has(name) ? `<p id="${id}-error" class="fault">${text(`form.faults.${name}`)}</p>` : '';
    return `<div><label for="${id}">${text(`form.labels.${name}`)}${optional}</label>${control(name, id)}${fault}</div>`;
  };
  const fields = FIELDS.filter((name) => name !== 'sessionTypeId' || types.length > 0);
  const form = studio
    ? `<form method="post" action="/api/p/${studio.slug}/contact">${fields.map(field).join('')}
<p class="trap" aria-hidden="true"><label>${text('form.trap')} <input name="website" tabindex="-1" autocomplete="off"></label></p>
<input type="hidden" name="language" value="${language}">
<button>${text('form.send')}</button>
</form><p><a href="/p/${studio.slug}">${text('failed.back', { studio: studio.name })}</a></p>`
    : '';
  const mail = studio?.email
    ? `<p><a href="mailto:${escapeHtml(studio.email)}">${escapeHtml(studio.email)}</a></p>`
    : '';
  return refusalPage({ error, language, title: plain('failed.title'), reason, more: form + mail, look });
}

const OPTIONAL: ReadonlySet<FieldName> = new Set(['phone', 'sessionTypeId', 'preferredDate']);
