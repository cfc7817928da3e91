import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { KNOWN_PEOPLE, type EmailState } from './accounts.ts';

const style = `
:root { color-scheme: light dark; --page: #f7f5f2; --sheet: #fffdfa; --ink: #26231f; --quiet: #6d675f; --line: #e2ddd5; --field: #8d867c; --pick: #f1ede6; --alarm: #a32a1e }
@media (prefers-color-scheme: dark) {
  :root { --page: #171614; --sheet: #201e1b; --ink: #ece8e1; --quiet: #a39c91; --line: #36322d; --field: #857d72; --pick: #2a2723; --alarm: #f0988c }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--ink); font: 15px/1.5 Inter, system-ui, sans-serif }
main { width: 100%; max-width: 440px; padding: 28px 24px 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 4px }
p { margin: 0; color: var(--quiet); overflow-wrap: anywhere }
fieldset { margin: 20px 0 0; padding: 0; border: 0; min-width: 0 }
legend { padding: 0; font-weight: 600 }
.rows { margin-top: 8px; border: 1px solid var(--line); border-radius: 8px; overflow: hidden }
.row { display: flex; gap: 12px; align-items: center; min-height: 44px; padding: 8px 12px }
.row + .row { border-top: 1px solid var(--line) }
.row:has(input:checked) { background: var(--pick) }
.row > span { min-width: 0; overflow-wrap: anywhere }
.row:has(input:focus-visible) { outline: 2px solid var(--ink); outline-offset: -3px }
small { display: block; font-size: 13px; color: var(--quiet) }
input[type=radio] { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--ink); outline: 0 }
.fields { display: grid; gap: 12px; margin-top: 12px }
form:not(:has([value=other]:checked)) .fields { display: none }
.fields label { display: grid; gap: 4px }
input[type=text], input[type=email] { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--sheet); color: inherit; font: inherit }
input[aria-invalid] { border-color: var(--alarm) }
.alarm { margin-top: 16px; color: var(--alarm) }
.acts { display: flex; flex-direction: row-reverse; justify-content: flex-start; gap: 12px; margin-top: 24px }
button { min-height: 44px; padding: 8px 18px; border: 1px solid var(--field); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer }
button.main { background: var(--ink); border-color: var(--ink); color: var(--sheet) }
button:focus-visible, input:not([type=radio]):focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
`;

/** On one line: reformatted line breaks would change the hash in the policy. */
const styleElement = raw(`<style>${style}</style>`);
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * No external resources and no scripts. `form-action` is unrestricted: browsers apply it to every redirect of the
 * response, and the last target is the product's own.
 */
export const CONSENT_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Values of the submitted form, and its error. */
export type ConsentForm = { account: string; name: string; email: string; emailState: EmailState };
export type ConsentProblem = 'name' | 'email' | null;

export const OTHER_ACCOUNT = 'other';

const problems = {
  name: 'Type the name of the account.',
  email: 'Type the email address of the account, like ana@example.org.',
};

/** Selection of the account and its data; the form posts to the page's own URL. */
export function consentPage(
  provider: string,
  emailStates: Partial<Record<EmailState, string>>,
  form: ConsentForm,
  problem: ConsentProblem,
) {
  const checked = (is: boolean) => (is ? raw(' checked') : '');
  const row = (name: string, value: string, is: boolean, title: string, detail: string) =>
    html`<label class="row"
      ><input type="radio" name="${name}" value="${value}" ${checked(is)} /><span
        >${title}${detail ? html`<small>${detail}</small>` : ''}</span
      ></label
    >`;
  const field = (name: 'name' | 'email', type: string, label: string, value: string) =>
    html`<label
      >${label}<input
        type="${type}"
        name="${name}"
        value="${value}"
        autocomplete="off"
        maxlength="200"
        ${problem === name ? raw('aria-invalid="true" aria-describedby="problem" autofocus') : ''}
    /></label>`;
  return page(
    `Sign in with ${provider}`,
    html`<p>to continue to Albumen. This page plays ${provider} on this machine; nothing is sent to ${provider}.</p>
      <form method="post" novalidate>
        ${problem ? html`<p class="alarm" id="problem" role="alert">${problems[problem]}</p>` : ''}
        <fieldset>
          <legend>Account</legend>
          <div class="rows">
            ${KNOWN_PEOPLE.map(({ name, email }) => row('account', email, form.account === email, name, email))}
            ${row('account', OTHER_ACCOUNT, form.account === OTHER_ACCOUNT, 'Another account', 'with a name and an address that you type')}
          </div>
          <div class="fields">
            ${field('name', 'text', 'Name', form.name)} ${field('email', 'email', 'Email address', form.email)}
          </div>
        </fieldset>
        <fieldset>
          <legend>What ${provider} tells about the address</legend>
          <div class="rows">
            ${Object.entries(emailStates).map(([state, text]) =>
              row('email_state', state, form.emailState === state, text, ''),
            )}
          </div>
        </fieldset>
        <div class="acts">
          <button class="main" name="decision" value="allow">Continue</button>
          <button name="decision" value="deny">Cancel</button>
        </div>
      </form>`,
  );
}

/** Shown instead of a redirect for a request of an unknown client. */
export function refusalPage(provider: string, text: string) {
  return page(`${provider} refused the request`, html`<p>${text}</p>`);
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
}
