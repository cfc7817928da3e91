import { createHash } from 'node:crypto';
import type { FeedbackKind } from './feedback.ts';
import type { Message } from './messages.ts';

const style = `
:root { color-scheme: light dark; --page: #f7f5f2; --sheet: #fffdfa; --ink: #26231f; --quiet: #6d675f; --line: #e2ddd5; --pick: #ebe6de }
@media (prefers-color-scheme: dark) {
  :root { --page: #171614; --sheet: #201e1b; --ink: #ece8e1; --quiet: #a39c91; --line: #36322d; --pick: #2d2a26 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 Inter, system-ui, sans-serif }
header { padding: 20px 24px 12px; border-bottom: 1px solid var(--line) }
h1 { font-size: 20px; margin: 0 } h2 { font-size: 18px; margin: 0 0 4px; overflow-wrap: anywhere }
p { margin: 0; color: var(--quiet) }
main { display: grid; grid-template-columns: minmax(240px, 360px) 1fr }
ol, article { grid-row: 1 }
ol { grid-column: 1; list-style: none; margin: 0; padding: 0; border-right: 1px solid var(--line) }
li a { display: block; min-height: 44px; padding: 12px 24px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover, li a[aria-current] { background: var(--pick) }
li a:focus-visible { outline: 2px solid currentColor; outline-offset: -3px }
small { display: block; color: var(--quiet) }
article { grid-column: 2; padding: 20px 24px; min-width: 0 }
form { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px }
button { min-height: 44px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: inherit; font: inherit; cursor: pointer; overflow-wrap: anywhere }
button:hover { background: var(--pick) }
iframe { width: 100%; height: 70vh; margin-top: 16px; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light }
.empty { padding: 48px 24px }
@media (max-width: 720px) { main { display: block } ol { border-right: 0 } }
`;

/** Shows mails that arrive while the page is open, without losing the opened one. */
const script = `
const shown = document.body.dataset.newest;
setInterval(async () => {
  const answer = await fetch('/messages').catch(() => null);
  const messages = answer?.ok ? await answer.json() : null;
  if (messages && (messages[0]?.id ?? '') !== shown) location.reload();
}, 2000);
`;

const scriptHash = createHash('sha256').update(script).digest('base64');

/** Pictures of this machine only, as everything of the mailbox stays here; and no scripts of mails. */
export const PAGE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http://localhost:* http://127.0.0.1:*; connect-src 'self'; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/**
 * Returns the list of mails with the selected one, by default the newest.
 * @param canReturn true to offer bounces and complaints
 */
export function mailboxPage(messages: Message[], chosenId: string | undefined, canReturn: boolean): string {
  const chosen = messages.find((message) => message.id === chosenId) ?? messages[0];
  const body = chosen
    ? `<main>${article(chosen, canReturn)}<ol aria-label="Messages">${messages.map((message) => row(message, message === chosen)).join('')}</ol></main>`
    : '<p class="empty">No mail yet. What the studio sends will be here a moment later; nothing leaves this machine.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · Albumen</title>
<style>${style}</style>
</head>
<body data-newest="${escape(messages[0]?.id ?? '')}">
<header><h1>Mailbox</h1><p>Every mail sent on this machine, to anyone.</p></header>
${body}
<script type="module">${script}</script>
</body>
</html>`;
}

function row(message: Message, current: boolean): string {
  return `<li><a href="/?id=${escape(message.id)}"${current ? ' aria-current="true"' : ''}>${escape(message.subject || '(no subject)')}<small>${escape(message.to.join(', '))}</small><small>${time(message)}</small></a></li>`;
}

/** Buttons by which each recipient's mail server or reader returns the mail. */
function returns({ id, to }: Message): string {
  const button = (kind: FeedbackKind, label: string) => `<button name="kind" value="${kind}">${label}</button>`;
  const forms = [...new Set(to)].map(
    (address) =>
      `<form method="post" action="/messages/${escape(encodeURIComponent(id))}/feedback"><input type="hidden" name="address" value="${escape(address)}">${button('bounce', `Bounce from ${escape(address)}`)}${button('complaint', 'Report as spam')}</form>`,
  );
  return forms.join('');
}

/** Replaces the `cid:` addresses of pictures within the mail by those of its attachments here. */
function showPictures({ id, html, files }: Message): string {
  return html.replace(/\bcid:([^\s"'<>)]+)/g, (whole, cid: string) => {
    const index = files.findIndex((file) => file.cid === decodeURIComponent(cid));
    return index < 0 ? whole : fileHref(id, index);
  });
}

const fileHref = (id: string, index: number) => `/messages/${encodeURIComponent(id)}/files/${index}`;

/** Links to the attachments that the mail does not show itself; empty without any. */
function attachments({ id, files }: Message): string {
  const links = files.flatMap(({ name, type, cid }, index) =>
    cid ? [] : [`<a href="${fileHref(id, index)}" target="_blank">${escape(name || type)}</a>`],
  );
  return links.length > 0 ? `<p>Attached: ${links.join(', ')}</p>` : '';
}

function article(message: Message, canReturn: boolean): string {
  const content = showPictures(message) || `<pre style="white-space:pre-wrap">${escape(message.text)}</pre>`;
  // The sandbox runs no scripts; links open in new tabs without the sandbox.
  return `<article><h2>${escape(message.subject || '(no subject)')}</h2>
<p>${escape(message.from)} → ${escape(message.to.join(', '))} · ${time(message)}</p>${canReturn ? returns(message) : ''}
${attachments(message)}
<iframe title="${escape(message.subject || 'Message')}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${content}`)}"></iframe></article>`;
}

function time(message: Message): string {
  const short = message.date.slice(0, 16).replace('T', ' ');
  return `<time datetime="${escape(message.date)}">${escape(short)} UTC</time>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
