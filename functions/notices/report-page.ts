import type { AppError } from '#core/domain/values/errors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { MAX_EXPLANATION, NOTICE_KINDS } from '#core/domain/studio/notices.ts';
import ca from '#locales/ca/report.json' with { type: 'json' };
import en from '#locales/en/report.json' with { type: 'json' };
import es from '#locales/es/report.json' with { type: 'json' };
import type { HtmlPage } from '../platform/http/handler.ts';
import { plainPage } from '../platform/http/refusal-page.ts';
import type { FormValues } from '../platform/http/request.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

interface ReportPage {
  language: Language;
  values: FormValues;
  /** Why the form was refused; null before it is sent. */
  error: AppError | null;
}

const FIELDS = ['urls', 'kind', 'explanation', 'name', 'email', 'goodFaith'] as const;
type FieldName = (typeof FIELDS)[number];

/** Returns the form by which anybody reports illegal content. It needs no script. */
export function reportPage({ language, values, error }: ReportPage): HtmlPage {
  const plain = (key: string) => formatText(TEXTS[language], language, key, {});
  const text = (key: string) => escapeHtml(plain(key));
  const invalid = new Set(error?.params.issues?.map(({ field }) => field.split('.')[0]));
  const control = (name: FieldName): string => {
    const value = escapeHtml(values[name] ?? '');
    const fault = invalid.has(name) ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
    const attributes = `id="${name}" name="${name}"${fault}`;
    switch (name) {
      case 'urls':
        return `<textarea ${attributes} rows="3" required>\n${value}</textarea>`;
      case 'explanation':
        return `<textarea ${attributes} rows="8" required minlength="10" maxlength="${MAX_EXPLANATION}">\n${value}</textarea>`;
      case 'kind': {
        const option = (kind: string) =>
          `<option value="${kind}"${kind === values['kind'] ? ' selected' : ''}>${text(`kinds.${kind}`)}</option>`;
        return `<select ${attributes}>${NOTICE_KINDS.map(option).join('')}</select>`;
      }
      case 'name':
        return `<input ${attributes} value="${value}" maxlength="120" autocomplete="name">`;
      case 'email':
        return `<input ${attributes} value="${value}" type="email" maxlength="254" autocomplete="email">`;
      case 'goodFaith':
        return `<input ${attributes} type="checkbox" required${value ? ' checked' : ''}>`;
    }
  };
  const field = (name: FieldName): string => {
    const fault = invalid.has(name) ? `<p id="${name}-error" class="fault">${text(`faults.${name}`)}</p>` : '';
    const label = text(`labels.${name}`);
    if (name === 'goodFaith') return `<div><label class="check">${control(name)} ${label}</label>${fault}</div>`;
    return `<div><label for="${name}">${label}</label>${control(name)}${fault}</div>`;
  };
  const form = `<form method="post" action="/api/p/reports">${FIELDS.map(field).join('')}
<p class="trap" aria-hidden="true"><label>${text('trap')} <input name="website" tabindex="-1" autocomplete="off"></label></p>
<input type="hidden" name="language" value="${language}">
<button>${text('send')}</button>
</form>`;
  const reason = error ? plain(error.code === 'rate_limited' ? 'limited' : 'incomplete') : plain('intro');
  return plainPage({ error, language, title: plain('title'), reason, more: form, look: null });
}

/** Returns the page after a notice. */
export function receivedPage(language: Language): HtmlPage {
  const plain = (key: string) => formatText(TEXTS[language], language, key, {});
  return plainPage({
    error: null,
    language,
    title: plain('received.title'),
    reason: plain('received.text'),
    more: '',
    look: null,
  });
}
