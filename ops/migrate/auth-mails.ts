import { writeFileSync } from 'node:fs';
import { escapeHtml } from '#core/domain/format.ts';
import { type Language, LANGUAGES } from '#core/domain/languages.ts';
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

/** Mails with a link; the mail `reauthentication` has a code instead. */
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
    ...Object.fromEntries(kinds.map((kind) => [`${kind}.html`, page(kind)])),
    'subjects.json': `${JSON.stringify(Object.fromEntries(subjects), null, 2)}\n`,
  };
}

const textOf = (language: Language, path: string) => formatText(TEXTS[language], language, path, VALUES);

/** Returns a Go conditional on the user's language; English is the default. @param quote around a language */
function inEachLanguage(text: (language: Language) => string, quote = '"'): string {
  const branches = LANGUAGES.filter((language) => language !== 'en').map(
    (language) => `if eq .Data.language ${quote}${language}${quote} }}${text(language)}{{ else`,
  );
  return `{{ ${branches.join(' ')} }}${text('en')}{{ end }}`;
}

function content(kind: MailKind, language: Language): string {
  const text = (path: string) => escapeHtml(textOf(language, path));
  const action =
    kind === 'reauthentication'
      ? [`<p class="code">${VALUES.code}</p>`]
      : [
          `<p><a class="button" href="${LINK}">${text(`${kind}.button`)}</a></p>`,
          `<p class="quiet">${text('address')}<br />${LINK}</p>`,
        ];
  const lines = [
    `<h1>${text(`${kind}.title`)}</h1>`,
    `<p>${text(`${kind}.text`)}</p>`,
    ...action,
    `<p class="quiet">${text(`${kind}.unexpected`)}</p>`,
  ];
  return `\n      ${lines.join('\n      ')}\n      `;
}

const page = (kind: MailKind) => `<!doctype html>
<html lang="${inEachLanguage((language) => language, '`')}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light" />
    <title>Albumen</title>
    <style>
      body {
        margin: 0;
        padding: 32px 16px;
        background: #f7f5f2;
        color: #26231f;
        font-family: Inter, -apple-system, 'Segoe UI', Roboto, sans-serif;
        font-size: 16px;
        line-height: 1.5;
      }
      main {
        display: block;
        max-width: 520px;
        margin: 0 auto;
        padding: 32px;
        border: 1px solid #e2ddd5;
        border-radius: 8px;
        background: #fffdfa;
      }
      h1 {
        margin: 0 0 12px;
        font-size: 22px;
        line-height: 1.3;
        font-weight: 600;
      }
      p {
        margin: 0 0 24px;
      }
      .name {
        max-width: 520px;
        margin: 0 auto 16px;
        font-weight: 600;
      }
      .button {
        display: inline-block;
        padding: 12px 20px;
        border-radius: 6px;
        background: #2f2b26;
        color: #fffdfa;
        font-weight: 600;
        text-decoration: none;
      }
      .code {
        font-size: 28px;
        font-weight: 600;
        letter-spacing: 4px;
      }
      .quiet {
        font-size: 13px;
        color: #6d675f;
        word-break: break-word;
      }
      .quiet:last-child {
        margin: 0;
      }
      @media (max-width: 480px) {
        main {
          padding: 24px 20px;
        }
      }
    </style>
  </head>
  <body>
    <p class="name">Albumen</p>
    <main>
      ${inEachLanguage((language) => content(kind, language))}
    </main>
  </body>
</html>
`;

if (import.meta.main) {
  for (const [file, text] of Object.entries(authTemplates())) writeFileSync(new URL(file, TEMPLATES), text);
}
