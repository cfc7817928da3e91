import { ERROR_STATUS } from '#core/api/error-status.ts';
import type { AppError } from '#core/domain/values/errors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { HtmlPage } from '../platform/http/handler.ts';
import { plainPage, refusalPage } from '../platform/http/refusal-page.ts';
import { contactList } from '../public-studio/contact-links.ts';
import type { StudioFrame } from '../public-studio/studio-answer.ts';
import { portalText } from '../public-studio/plain-texts.ts';

/** The form by which a client asks for their link. @param invalid what was typed, if it is no address */
function askForm(frame: StudioFrame, invalid: string | null): string {
  const text = (key: string) => escapeHtml(portalText(frame, `ask.${key}`));
  const fault = invalid === null ? '' : ' aria-invalid="true" aria-describedby="email-error"';
  return `<form method="post" action="/api/p/${frame.found.studio.slug}/client/request">
<div><label for="email">${text('label')}</label><input id="email" name="email" type="email" value="${escapeHtml(invalid ?? '')}" required maxlength="254" autocomplete="email"${fault}>${
    invalid === null ? '' : `<p id="email-error" class="fault">${text('invalid')}</p>`
  }</div>
<button>${text('send')}</button>
</form>`;
}

/** Says that a link does not work any more, with the form that asks for another. */
export function plainEndedPage(frame: StudioFrame, error: AppError): HtmlPage {
  const { found, look, language } = frame;
  const [title, reason] = [portalText(frame, 'ended.title'), portalText(frame, 'ended.text')];
  const more = askForm(frame, null) + contactList(found.studio);
  return refusalPage({ error, language, title, reason, more, look });
}

/** Asks again for an address. @param typed what was sent */
export function plainAskPage(frame: StudioFrame, typed: string): HtmlPage {
  const { found, look, language } = frame;
  const [title, reason] = [portalText(frame, 'ask.title'), portalText(frame, 'ask.text')];
  const more = askForm(frame, typed) + contactList(found.studio);
  const page = plainPage({ error: null, language, title, reason, more, look });
  return { ...page, status: ERROR_STATUS.validation_failed };
}

/** Says the same of every address: it tells nobody who is a client. */
export function plainSentPage(frame: StudioFrame, email: string): HtmlPage {
  const { found, look, language } = frame;
  const [title, reason] = [portalText(frame, 'ask.sent.title'), portalText(frame, 'ask.sent.text', { email })];
  const more = `<p>${escapeHtml(portalText(frame, 'ask.nothing'))}</p>${contactList(found.studio)}`;
  return plainPage({ error: null, language, title, reason, more, look });
}
