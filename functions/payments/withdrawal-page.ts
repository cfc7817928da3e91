import { ERROR_STATUS } from '#core/api/error-status.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { escapeHtml, formatLongDate } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { OrderWithdrawal } from '../checkouts/withdrawal.ts';
import { withdrawalStatement, withdrawalText, withdrawnFrom } from '../checkouts/withdrawal-text.ts';
import type { Database } from '../platform/db/database.ts';
import type { HtmlPage } from '../platform/http/handler.ts';
import { type PageLook, plainPage, refusalPage } from '../platform/http/refusal-page.ts';
import { type HttpRequest, readForm } from '../platform/http/request.ts';
import type { LinkCall } from '../public-studio/link-call.ts';
import { visitorLanguage } from '../public-studio/page-language.ts';
import { withdraw } from './withdraw.ts';

const MAX_NAME = 120;
/** A name of 120 letters, percent-encoded. */
const MAX_BODY_BYTES = 4096;

interface Shown {
  studio: PublicStudio;
  look: PageLook;
  /** Of the page, in which the order's names were read. */
  language: Language;
  /** Path to return to, behind which the link's secret is. */
  back: string;
}

/** Keeps the page's address, which has the link's secret, from other pages and from search engines. */
const SECRET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

const paragraphs = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

/**
 * Returns the page on which a client withdraws from an order: a plain form, the same with and without a script.
 * @param input.name as it was sent; null before
 */
export function withdrawalPage(
  order: OrderWithdrawal,
  { studio, look, language, back }: Shown,
  input: { name: string | null },
): HtmlPage {
  const { timeZone, withdrawal, hasEmail } = order;
  const text = (key: string, values: Readonly<Record<string, string>> = {}) =>
    withdrawalText(language, `page.${key}`, { studio: studio.name, ...values });
  const until =
    'until' in withdrawal && withdrawal.until !== null ? formatLongDate(withdrawal.until, language, timeZone) : null;
  const link = `<p><a href="${escapeHtml(back)}">${escapeHtml(text('back'))}</a></p>`;
  const shown = (title: string, reason: string, more: string): HtmlPage => {
    const page = plainPage({ error: null, language, title, reason, more: more + link, look });
    return { ...page, headers: { ...page.headers, ...SECRET } };
  };
  if (withdrawal.state === 'declared') {
    return shown(text('done'), text('doneText'), paragraphs(withdrawalStatement(order, language)));
  }
  if (withdrawal.state === 'over') return shown(text('over'), text('overText', { date: until ?? '' }), '');
  if (withdrawal.state === 'none') return shown(text('none'), text('noneText'), '');
  const invalid = input.name !== null;
  const fault = invalid ? ' aria-invalid="true" aria-describedby="name-error"' : '';
  const form = `${paragraphs(withdrawnFrom(order, language).join('\n'))}<form method="post">
<div><label for="name">${escapeHtml(text('name'))}</label><input id="name" name="name" value="${escapeHtml(input.name ?? order.clientName)}" required maxlength="${MAX_NAME}" autocomplete="name"${fault}>${
    invalid ? `<p id="name-error" class="fault">${escapeHtml(text('nameMissing'))}</p>` : ''
  }</div>
<p>${escapeHtml(text(hasEmail ? 'mail' : 'noMail'))}</p>
<button>${escapeHtml(text('confirm'))}</button>
</form>`;
  const right =
    until === null ? withdrawalText(language, 'untilDelivered') : withdrawalText(language, 'until', { date: until });
  const page = shown(text('title'), right, form);
  return invalid ? { ...page, status: ERROR_STATUS.validation_failed } : page;
}

/** Returns the page of a client's orders that can be withdrawn from, each with a link to its own page. */
export function withdrawalList(orders: readonly OrderWithdrawal[], { studio, look, language, back }: Shown): HtmlPage {
  const text = (key: string) => withdrawalText(language, `page.${key}`, { studio: studio.name });
  const open = orders.filter(({ withdrawal }) => withdrawal.state === 'open' || withdrawal.state === 'declared');
  const items = open.map((order) => {
    const [name = ''] = withdrawnFrom(order, language);
    return `<p><a href="orders/${order.orderId}/withdrawal">${escapeHtml(name)}</a></p>`;
  });
  const link = `<p><a href="${escapeHtml(back)}">${escapeHtml(text('back'))}</a></p>`;
  const [title, reason] = open.length > 0 ? [text('title'), text('list')] : [text('none'), text('noneText')];
  const page = plainPage({
    error: null,
    language,
    title,
    reason,
    more: items.join('') + link,
    look,
  });
  return { ...page, headers: { ...page.headers, ...SECRET } };
}

const INVALID_LINKS: readonly ErrorCode[] = [
  'booking_link_invalid',
  'client_link_invalid',
  'proposal_link_invalid',
  'not_found',
];

/** Runs a request of the page; a refusal is a page, too. */
export async function asPage(request: HttpRequest, run: () => Promise<HtmlPage>): Promise<HtmlPage> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const language = visitorLanguage(request);
    const text = (key: string) => withdrawalText(language, `page.${key}`, { studio: '' });
    const isLink = INVALID_LINKS.includes(error.code);
    const reason = error.code === 'rate_limited' ? 'tooMany' : isLink ? 'linkText' : 'failedText';
    const title = text(isLink ? 'link' : 'failed');
    return refusalPage({ error, language, title, reason: text(reason), more: '', look: null });
  }
}

interface FoundOrder {
  accountId: string;
  order: OrderWithdrawal;
  shown: Shown;
}

/** Counts a request by its network. */
type Limit = (db: Database, viewerIp: string, now: number) => Promise<void>;
type Call = Pick<LinkCall, 'services' | 'request'>;

/** Shows the page of the order that `find` reads. */
export function showWithdrawal(
  { services, request }: Call,
  limit: Limit,
  find: (now: number) => Promise<FoundOrder>,
): Promise<HtmlPage> {
  return asPage(request, async () => {
    const now = services.clock();
    await limit(services.db, request.viewerIp, now);
    const { order, shown } = await find(now);
    return withdrawalPage(order, shown, { name: null });
  });
}

/**
 * Declares the withdrawal that a sent form asks for.
 * @param find reads the order of the link; called again afterwards
 * @returns the withdrawal as it was received, or the form with its error
 */
export function takeWithdrawal(
  { services: { db, clock }, request }: Call,
  limit: Limit,
  find: (now: number) => Promise<FoundOrder>,
): Promise<HtmlPage> {
  return asPage(request, async () => {
    const now = clock();
    await limit(db, request.viewerIp, now);
    const { accountId, order, shown } = await find(now);
    const name = readName(request);
    if (name === null) return withdrawalPage(order, shown, { name: '' });
    await db.transaction((tx) => withdraw(tx, { accountId, orderId: order.orderId, name }, now));
    return withdrawalPage((await find(now)).order, shown, { name: null });
  });
}

/** Returns the name that a form has sent; null without one. */
function readName(request: HttpRequest): string | null {
  const { name = '' } = readForm(request, MAX_BODY_BYTES);
  const typed = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return typed === '' || typed.length > MAX_NAME ? null : typed;
}
