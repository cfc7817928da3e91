import type { PublicLine } from '#core/api/dues.ts';
import type { PortalOrder, PortalPage } from '#core/api/portal.ts';
import { escapeHtml, formatAmount, formatDay, formatLongDate, formatTimeRange } from '#core/domain/values/format.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import type { HtmlPage } from '../platform/http/handler.ts';
import { plainPage } from '../platform/http/refusal-page.ts';
import { contactList } from '../public-studio/contact-links.ts';
import type { StudioFrame } from '../public-studio/studio-answer.ts';
import { aboutSession, type PlainRow, sessionName, type Shown, signersTexts, taskRow } from './plain-tasks.ts';
import { pageText, portalText, publicText } from '../public-studio/plain-texts.ts';

/** Keeps the page's address, which has the link's secret, from other pages and from search engines. */
const SECRET = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

interface PlainClientPage {
  data: PortalPage;
  token: string;
  now: number;
}

/**
 * Returns everything of one client with a studio as a page that needs no script: the same facts in the same order as
 * web/features/public/portal/client-page.tsx. Galleries and proposals open by forms, files by links; what only a script
 * can do is left out, and the page says so.
 */
export function plainClientPage(frame: StudioFrame, { data, token, now }: PlainClientPage): HtmlPage {
  const { look, language } = frame;
  const { studio, tasks, proposals, upcoming, galleries, orders = [], receipts, contracts, past } = data;
  const { waitingContracts = [] } = data;
  const shown: Shown = { frame, data, now };
  const base = `/api/p/${studio.slug}/client/${encodeURIComponent(token)}`;
  const text = (key: string, values?: Record<string, string>) => portalText(frame, key, values);
  const day = (at: number) => formatDay(at, language, studio.timeZone);
  const opens = (action: string, label: string, name: string) =>
    `<form method="post" action="${base}/${action}/page"><button aria-label="${escapeHtml(`${label}: ${name}`)}">${escapeHtml(label)}</button></form>`;
  const file = (href: string, label: string, name: string) =>
    `<p><a href="${base}/${href}" aria-label="${escapeHtml(name)}">${escapeHtml(label)}</a></p>`;
  const canWithdraw = [...upcoming, ...orders].some(({ withdrawal }) => withdrawal?.state === 'open');

  const sections = [
    section(
      text('tasks.title'),
      tasks.map((task) => row(taskRow(shown, task))),
    ),
    section(
      text('proposals.title'),
      proposals.map(({ id, title, validUntil }) =>
        row(
          { title, details: [text('proposals.until', { date: day(validUntil) })] },
          opens(`proposals/${id}`, text('proposals.open'), title),
        ),
      ),
    ),
    section(
      text('upcoming.title'),
      upcoming.map((session) => row(upcomingRow(shown, session))),
    ),
    section(
      text('galleries.title'),
      galleries.map((gallery) => {
        const { name } = textsIn(gallery, language);
        const { photoCount, expiresAt } = gallery;
        const details = [
          photoCount > 0 && publicText(frame, 'photoCount', { count: photoCount }),
          // The closing time is the end of a day, which may be the first instant of the next.
          expiresAt > 0 && publicText(frame, 'openUntil', { date: day(expiresAt - 1) }),
        ].filter((detail) => detail !== false);
        return row(
          { title: name, details },
          opens(`galleries/${gallery.id}`, pageText(frame, 'noScript.openGallery'), name),
        );
      }),
    ),
    section(
      text('orders.title'),
      orders.map((order) => orderRow(shown, order)),
    ),
    section(
      text('receipts.title'),
      receipts.map(({ paymentId, number, amount, currency, isRefund, isProof, session, date }) => {
        // A former payment keeps its currency.
        const money = formatAmount(amount, currency, language);
        const details = [
          [day(date), session].filter(Boolean).join(' · '),
          isProof ? text(isRefund ? 'receipts.notInvoice' : 'receipts.proof') : '',
        ];
        const title = isRefund ? `${text('receipts.refund')}: ${money}` : money;
        const download = file(`receipts/${paymentId}/receipt.pdf`, number, text('receipts.download', { number }));
        return row({ title, details }, download);
      }),
    ),
    section(text('contracts.title'), [
      ...waitingContracts.map(({ title, session, signers }) =>
        row({ title, details: [aboutSession(shown, session), ...signersTexts(shown, signers)] }),
      ),
      ...contracts.map(({ id, title, signedAt, session }) => {
        const signed = text('contracts.signed', { date: day(signedAt) });
        const download = text('contracts.download', { name: title });
        return row(
          { title, details: [`${sessionName(shown, session)} · ${signed}`] },
          file(`contracts/${id}/contract.pdf`, text('contracts.file'), download),
        );
      }),
    ]),
    section(
      text('past.title'),
      past.map((session) => {
        const { status, start } = session;
        const state = status === 'cancelled' || status === 'declined' ? [text(`past.${status}`)] : [];
        return row({ title: sessionName(shown, session), details: [[...state, day(start)].join(' · ')] });
      }),
    ),
  ];
  const isEmpty = sections.every((one) => one === '');
  const empty = `<h2>${escapeHtml(text('empty.title'))}</h2><p>${escapeHtml(text('empty.text'))}</p>`;
  const withdraw = canWithdraw
    ? `<p><a href="${base}/withdrawals">${escapeHtml(publicText(frame, 'withdraw.link'))}</a></p>`
    : '';
  const book = data.booking
    ? `<p><a href="/p/${studio.slug}/book">${escapeHtml(text(isEmpty ? 'empty.book' : 'contact.book'))}</a></p>`
    : '';
  const page = plainPage({
    error: null,
    language,
    title: text('greeting', { name: data.clientName }),
    reason: text('intro'),
    more: [
      `<p class="soft">${escapeHtml(pageText(frame, data.canPay ? 'noScript.portalPay' : 'noScript.portal'))}</p>`,
      `<p><a href="/p/${studio.slug}/client/${encodeURIComponent(token)}">${escapeHtml(pageText(frame, 'noScript.full'))}</a></p>`,
      ...(isEmpty ? [empty] : sections),
      withdraw,
      book,
      `<h2>${escapeHtml(text('contact.title'))}</h2>${contactList(studio)}`,
      `<p class="soft">${escapeHtml(text('personal'))}</p>`,
    ].join('\n'),
    look,
  });
  return { ...page, headers: { ...page.headers, ...SECRET } };
}

/** Returns a section with its list; nothing for one without content. */
const section = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<h2>${escapeHtml(title)}</h2><ul class="rows">${rows.join('')}</ul>`;

/** @param more HTML below the texts */
function row({ title, details }: PlainRow, more = ''): string {
  const lines = details.filter(Boolean).map((detail) => `<p class="soft">${escapeHtml(detail)}</p>`);
  return `<li><p><strong>${escapeHtml(title)}</strong></p>${lines.join('')}${more}</li>`;
}

/** The date, time and location of a session, in the studio's zone. */
function upcomingRow(shown: Shown, session: PortalPage['upcoming'][number]): PlainRow {
  const { frame, data } = shown;
  const { start, end, place, status, withdrawal } = session;
  const zone = data.studio.timeZone;
  const time = formatTimeRange(start, end, frame.language, zone);
  const isWithdrawnFrom = withdrawal?.state === 'declared' && withdrawal.endsOrder;
  const state = status === 'inquiry' ? 'upcoming.inquiry' : isWithdrawnFrom ? 'upcoming.withdrawn' : null;
  return {
    title: `${formatLongDate(start, frame.language, zone)}, ${time}`,
    details: [sessionName(shown, session), place, state === null ? '' : portalText(frame, state)],
  };
}

/** An order without a session, line by line. */
function orderRow({ frame, data }: Shown, { title, lines, paid, withdrawal }: PortalOrder): string {
  const money = (amount: number) => formatAmount(amount, data.currency, frame.language);
  const lineText = (line: PublicLine) => {
    const { kind, quantity, unitAmount, discount, amount } = line;
    const name = line.title || publicText(frame, `lines.${kind === 'product' ? 'other' : kind}`);
    const pieces =
      quantity > 1 && unitAmount !== null
        ? publicText(frame, 'lines.pieces', { quantity, amount: money(unitAmount) })
        : '';
    const less = discount > 0 ? publicText(frame, 'lines.less', { amount: money(discount) }) : '';
    return `${[name, pieces, less].filter(Boolean).join(' · ')}: ${money(amount)}`;
  };
  const withdrawn =
    withdrawal?.state === 'declared'
      ? publicText(frame, 'withdraw.withdrawn', {
          date: formatDay(withdrawal.at, frame.language, data.studio.timeZone),
        })
      : '';
  return row({
    title: title || portalText(frame, 'orders.order'),
    details: [
      ...lines.map(lineText),
      paid > 0 ? portalText(frame, 'orders.paid', { amount: money(paid) }) : '',
      withdrawn,
    ],
  });
}
