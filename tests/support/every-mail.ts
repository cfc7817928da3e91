import { readFileSync } from 'node:fs';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { type MailSender, readMailSender, type RenderedMail } from '#core/domain/messages/mail-layout.ts';
import { invitedRole } from '#core/domain/studio/members.ts';
import { isGalleryMail, renderMessage } from '#core/domain/messages/message-templates.ts';
import { MAIL_TEMPLATE_KINDS, type MessageKind, PROPOSAL_MESSAGE_KINDS } from '#core/domain/messages/messages.ts';
import { SECURITY_NOTICES } from '#core/domain/studio/security-events.ts';
import { renderReadyMail } from '#functions/archives/ready-mail.ts';
import { renderInvite } from '#functions/galleries/invite-mail.ts';
import { renderTeamMail } from '#functions/members/invite-mail.ts';
import { renderMessageMail } from '#functions/messages/send-message.ts';
import type { MessageData } from '#functions/messages/template-data.ts';
import {
  NOTIFICATION_SUBJECTS,
  renderStudioNotification,
} from '#functions/notifications/render-studio-notification.ts';
import { renderRecoveryMail } from '#functions/proofing/recovery.ts';
import { renderNoticeMail } from '#functions/notices/notice-mail.ts';
import { renderSecurityMail } from '#functions/security/security-mail.ts';
import { renderLatePayment } from '#functions/stripe/late-payment-mail.ts';
import { escapeHtml, renderTemplate } from '#local/auth/mails.ts';
import { authTemplates } from '#ops/migrate/auth-mails.ts';

/** A mail of the product with its HTML; plain text of all but the auth service's, which has none. */
export interface SampleMail {
  /** Kind and case, `receipt, refund`. */
  name: string;
  language: Language;
  html: string;
  text: string;
}

export interface SampleStudio {
  origin: string;
  /** Path of the studio's logo, as its setting has it; empty for none. */
  logoUrl: string;
  /** Source of the cover: a picture within the mail. */
  cover: string;
}

const NOW = Date.UTC(2026, 8, 30, 16);
const AMOUNT = 123_456_700;
/** Long texts without a point at which a line can break. */
const LONG = {
  studio: 'Fotografia-Llum-de-Matinada & Mar',
  client: 'Maria-Antònia Puigdevall-Casadevall',
  email: 'maria-antonia.puigdevall-casadevall+proves@correu-molt-llarg.example',
  type: 'Reportatge-de-casament-amb-preboda',
  location: 'CarrerDeSantaMariaDeLaRomànicaIDelMar123',
  gallery: 'CasamentDeMariaAntòniaPuigdevallICasadevall2026',
  number: 'RECIBO-FOTOGRAFIA-LLUM-2026-0001',
  url: 'https://fotografia-llum-de-matinada-i-mar.example/reportatges/casaments/2026',
} as const;
/** The name of every recipient that has one. */
export const SAMPLE_CLIENT = LONG.client;
const TOKEN = 'tokenwithoutabreak'.repeat(3).slice(0, 43);
const TIME_ZONE = 'Europe/Madrid';

/** Every mail of the product in every language, with the longest texts that its forms accept without a complaint. */
export function everyMail(studio: SampleStudio): SampleMail[] {
  return LANGUAGES.flatMap((language) =>
    Object.entries({ ...clientMails(language, studio), ...otherMails(language, studio), ...authMails(language) }).map(
      ([name, { html, text }]) => ({ name, language, html, text }),
    ),
  );
}

type Mails = Record<string, Pick<RenderedMail, 'html' | 'text'>>;

const details = ({ logoUrl }: SampleStudio) => ({
  email: LONG.email,
  phone: '+34 972 555 014',
  address: `${LONG.location}\n17488 Cadaqués`,
  website: LONG.url,
  logoUrl,
  theme: { 'theme.updatedAt': 1, 'theme.primaryColor': '#7a4b2a', 'theme.headingFont': 'Lora' },
});

const PROPOSAL: MessageData['proposal'] = {
  title: LONG.type,
  message: LONG.url,
  status: 'accepted',
  validUntil: NOW + 5 * DAY_MS,
  start: NOW + 10 * DAY_MS,
  end: NOW + 10 * DAY_MS + 90 * MINUTE_MS,
  type: LONG.type,
  place: LONG.location,
  lines: [{ title: LONG.type, quantity: 999, amount: AMOUNT }],
};

function messageData(kind: MessageKind, language: Language, studio: SampleStudio): MessageData {
  return {
    accountId: 'a',
    kind,
    sessionId: 's',
    orderId: 's',
    customerId: 'c',
    recipient: LONG.email,
    contactId: null,
    language,
    client: LONG.client,
    isTheirs: true,
    isOpen: true,
    isInTrash: false,
    status: 'confirmed',
    start: NOW + 10 * DAY_MS,
    end: NOW + 10 * DAY_MS + 90 * MINUTE_MS,
    type: LONG.type,
    isSale: false,
    savedLocation: { name: LONG.location, address: LONG.location },
    location: '',
    sequence: 1,
    isAnswered: false,
    isByClient: false,
    price: AMOUNT,
    deposit: AMOUNT / 4,
    paid: AMOUNT / 4,
    part: { position: 2, amount: AMOUNT / 4, purpose: 'instalment', dueAt: NOW + 5 * DAY_MS },
    hasPlan: true,
    cancellation: '',
    right: null,
    digital: ['Negatives'],
    slug: 'llum',
    withdrawal: kind === 'withdrawal_received' ? `${LONG.type}\n${LONG.client}` : '',
    owed: (AMOUNT * 3) / 4,
    isOnItsWay: false,
    payable: (AMOUNT * 3) / 4,
    currency: 'EUR',
    studio: LONG.studio,
    sender: details(studio),
    replyTo: LONG.email,
    timeZone: TIME_ZONE,
    bookingRules: null,
    template: null,
    payment: null,
    document: { contractId: 'c', title: LONG.type, isOpen: true },
    proposal: PROPOSAL_MESSAGE_KINDS.has(kind) ? PROPOSAL : null,
  };
}

const ABOUT_PAYMENTS = ['receipt', 'refund_failed'];

function clientMails(language: Language, studio: SampleStudio): Mails {
  const link = `${studio.origin}/p/fotografia-llum-de-matinada/booking/${TOKEN}`;
  const sender = readMailSender(details(studio), studio.origin);
  const message = (kind: MessageKind, changes: Partial<MessageData> = {}) =>
    renderMessageMail({ ...messageData(kind, language, studio), ...changes }, link, studio.origin);
  const payment = {
    id: 'p',
    amount: AMOUNT / 4,
    currency: 'EUR',
    status: 'paid',
    date: NOW,
    receipt: LONG.number,
    isRefund: false,
    isProof: true,
  } as const;
  const ofKinds = MAIL_TEMPLATE_KINDS.map((kind) => {
    if (kind === 'client_link') {
      const values = { client: LONG.client, studio: LONG.studio, link };
      return [
        kind,
        renderMessage({ kind, language, texts: textsOf(language), template: null, values, sender }),
      ] as const;
    }
    if (!isGalleryMail(kind)) {
      return [kind, message(kind, ABOUT_PAYMENTS.includes(kind) ? { payment } : {})] as const;
    }
    return [kind, galleryMail(kind, language, studio, sender, link)] as const;
  });
  const template = { subject: LONG.type, body: `Hello {{client}}\n\nPay here: {{link}}\n\n${LONG.url}` };
  return {
    ...Object.fromEntries(ofKinds),
    'receipt, refund': message('receipt', { payment: { ...payment, isRefund: true } }),
    'receipt, all paid': message('receipt', { payment, paid: AMOUNT, owed: 0, payable: 0 }),
    'payment_request, extra photos': message('payment_request', { sessionId: null, type: LONG.gallery }),
    'booking_confirmed, unpaid': message('booking_confirmed', { paid: 0 }),
    'session_cancelled, by the client': message('session_cancelled', { isByClient: true }),
    // An address within a sentence, which the studio's own text may have.
    automation: message('automation', { template }),
  };
}

type GalleryKind = Parameters<typeof renderInvite>[0]['kind'];

function galleryMail(
  kind: GalleryKind,
  language: Language,
  { cover }: SampleStudio,
  sender: MailSender,
  link: string,
): RenderedMail {
  const { studio, client: name, gallery } = LONG;
  const values = {
    selection: 'Àlbum',
    photos: '34',
    amount: '120 €',
    payLink: kind === 'selection_received' ? link : '',
  };
  return renderInvite({
    kind,
    language,
    studio,
    gallery,
    name,
    message: kind === 'gallery_invite' ? `Ha estat un plaer.\n${LONG.url}` : '',
    link: link.replace('booking', 'invite'),
    endsAt: NOW + 30 * DAY_MS,
    timeZone: TIME_ZONE,
    values,
    template: null,
    sender,
    picture: { url: cover, width: 1200, height: 800, alt: gallery },
  });
}

function otherMails(language: Language, studio: SampleStudio): Mails {
  const sender = readMailSender(details(studio), studio.origin);
  const link = `${studio.origin}/p/fotografia-llum-de-matinada/gallery/${LONG.gallery}?download=${TOKEN}`;
  const { client, gallery } = LONG;
  const ofStudio = { language, studio: LONG.studio, sender, link, timeZone: TIME_ZONE };
  const { isByClient: _isByClient, ...data } = messageData('receipt', language, studio);
  const late = (isSlot: boolean, hasFailed: boolean) =>
    renderLatePayment(
      { ...data, email: LONG.email, name: client, isConfirmed: true, amount: AMOUNT, isSlot, hasFailed },
      studio.origin,
      `${studio.origin}/p/fotografia-llum-de-matinada`,
    );
  return {
    'archive ready': renderReadyMail({ ...ofStudio, client, gallery, photoCount: 1234, endsAt: NOW }),
    recovery: renderRecoveryMail({ ...ofStudio, client, gallery, photoCount: 12 }),
    'late payment, slot': late(true, false),
    'late payment, not due': late(false, false),
    'late payment, failed': late(false, true),
    ...named('team', invitedRole.options, (role) =>
      renderTeamMail({ ...ofStudio, inviter: LONG.email, role, endsAt: NOW }),
    ),
    ...named('studio', NOTIFICATION_SUBJECTS, (summary) => {
      const facts = [`${LONG.type}\n${LONG.location}\n${LONG.email}`];
      return renderStudioNotification({
        ...ofStudio,
        summary,
        client: LONG.email,
        date: '1',
        facts,
        message: LONG.url,
      });
    }),
    ...named('notice', ['receipt', 'acted', 'rejected'] as const, (what) =>
      renderNoticeMail({ what, id: '0'.repeat(20), language, name: client, urls: [LONG.url], statement: LONG.url }),
    ),
    ...named('security', SECURITY_NOTICES, (what) =>
      renderSecurityMail(
        {
          what,
          email: LONG.email,
          language,
          timeZone: TIME_ZONE,
          at: NOW,
          provider: 'google',
          studios: [LONG.url],
          until: NOW + 30 * DAY_MS,
        },
        studio.origin,
        client,
      ),
    ),
  };
}

/** The mails of the auth service, as it fills its templates. */
function authMails(language: Language): Mails {
  const data = {
    Email: LONG.email,
    NewEmail: LONG.email,
    Token: '123456',
    ConfirmationURL: `https://auth.example/verify?token=${TOKEN}${TOKEN}&redirect_to=${LONG.url}`,
    Data: { language },
  };
  const templates = Object.entries(authTemplates()).filter(([file]) => file.endsWith('.html'));
  return Object.fromEntries(
    templates.map(([file, source]) => [`auth/${file}`, { html: renderTemplate(source, data, escapeHtml), text: '' }]),
  );
}

function named<N extends string>(group: string, names: readonly N[], render: (name: N) => RenderedMail): Mails {
  return Object.fromEntries(names.map((name) => [`${group}, ${name}`, render(name)]));
}

function textsOf(language: Language) {
  const file = new URL(`../../locales/${language}/mail.json`, import.meta.url);
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as {
    messages: Parameters<typeof renderMessage>[0]['texts'];
  };
  return messages;
}
