import { writeFileSync } from 'node:fs';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { renderMail } from '#core/domain/messages/mail-layout.ts';
import { formatText } from '#functions/platform/texts.ts';
import ca from '#locales/ca/auth-mails.json' with { type: 'json' };
import en from '#locales/en/auth-mails.json' with { type: 'json' };
import es from '#locales/es/auth-mails.json' with { type: 'json' };

/*
 * The mails that Supabase Auth sends: Go templates with all languages in one file. After editing this file or a text:
 * `node ops/migrate/auth-mails.ts`.
 */

const TEXTS = { ca, en, es };
const TEMPLATES = new URL('../../supabase/templates/', import.meta.url);

/** Mails with a link; the mail `reauthentication` has a code instead, and `magic_link` both. */
const LINK_MAILS = ['confirmation', 'magic_link', 'recovery', 'invite', 'email_change'] as const;
type MailKind = (typeof LINK_MAILS)[number] | 'reauthentication';

/** Go's actions for the placeholders of the texts. */
const VALUES = { email: '{{ .Email }}', newEmail: '{{ .NewEmail }}', code: '{{ .Token }}' };
const LINK = '{{ .ConfirmationURL }}';

/** Returns the contents of `supabase/templates` by file name. */
export function authTemplates(): Record<string, string> {
  const kinds: readonly MailKind[] = [...LINK_MAILS, 'reauthentication'];
  const subjects = kinds.map((kind) => [kind, inEachLanguage((language) => textOf(language, `${kind}.subject`))]);
  return {
    ...Object.fromEntries(kinds.map((kind) => [`${kind}.html`, inEachLanguage((language) => content(kind, language))])),
    'subjects.json': `${JSON.stringify(Object.fromEntries(subjects), null, 2)}\n`,
  };
}

const textOf = (language: Language, path: string) => formatText(TEXTS[language], language, path, VALUES);

/** Returns a Go conditional on the user's language; English is the default. */
function inEachLanguage(text: (language: Language) => string): string {
  const branches = LANGUAGES.filter((language) => language !== 'en').map(
    (language) => `if eq .Data.language "${language}" }}${text(language)}{{ else`,
  );
  return `{{ ${branches.join(' ')} }}${text('en')}{{ end }}`;
}

/** Returns the whole mail in one language. The layout escapes nothing of Go's actions; Go escapes their values. */
function content(kind: MailKind, language: Language): string {
  const text = (path: string) => textOf(language, path);
  const title = text(`${kind}.title`);
  const isCode = kind === 'reauthentication';
  return renderMail({
    language,
    subject: title,
    preview: text(`${kind}.text`),
    studio: 'Albumen',
    title,
    parts: [
      text(`${kind}.text`),
      ...(isCode || kind === 'magic_link' ? [{ code: VALUES.code }] : []),
      ...(isCode ? [] : [{ href: LINK, label: text(`${kind}.button`) }]),
    ],
    notes: [],
    address: text('address'),
    foot: [text(`${kind}.unexpected`), text('why')],
  }).html;
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(authTemplates())) writeFileSync(new URL(file, TEMPLATES), text);
}
