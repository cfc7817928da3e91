import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { findFields, findUnknownFields, TEMPLATE_FIELDS_BY_KIND } from '#core/domain/messages/message-templates.ts';
import { mailTemplate, messageKind, type MessageKind, PAYMENT_MESSAGE_KINDS } from '#core/domain/messages/messages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { renderMessageMail } from './send-message.ts';
import { isMessageCurrent, type MessageData } from './template-data.ts';

const ORIGIN = 'https://albumen.test';
const LINK = 'https://albumen.example/p/llum/booking/token';
const FACTS: MessageData = {
  accountId: 'a',
  kind: 'booking_confirmed',
  sessionId: 's',
  orderId: 's',
  customerId: 'c',
  recipient: 'nuria@example.org',
  contactId: null,
  language: 'en',
  client: '<b>Núria</b> & co',
  isTheirs: true,
  isOpen: true,
  isInTrash: false,
  status: 'confirmed',
  // The repeated hour at the end of summer time; the first of the two.
  start: Date.UTC(2026, 9, 25, 0, 30),
  end: Date.UTC(2026, 9, 25, 1, 30),
  type: 'Retrat',
  savedLocation: { name: 'La platja', address: '' },
  location: '',
  sequence: 1,
  isAnswered: false,
  isByClient: false,
  price: 18_000,
  deposit: 3_000,
  paid: 0,
  part: null,
  hasPlan: false,
  cancellation: '',
  right: null,
  digital: [],
  slug: 'llum',
  withdrawal: '',
  isSale: false,
  owed: 15_000,
  isOnItsWay: false,
  payable: 0,
  currency: 'EUR',
  studio: 'Llum & Mar',
  sender: null,
  replyTo: 'hola@llum.example',
  timeZone: 'Europe/Madrid',
  bookingRules: null,
  template: null,
  proposal: null,
  payment: {
    id: 'p',
    amount: 120_050,
    currency: 'EUR',
    status: 'paid',
    date: Date.UTC(2026, 9, 1),
    receipt: 'A-2026-0001',
    isRefund: false,
    isProof: false,
  },
  document: { contractId: 'c', title: 'Portrait agreement', isOpen: true },
};

const everyMail = messageKind
  .exclude(['automation'])
  .options.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const));

describe.each(everyMail)('%s in %s', (kind, language) => {
  const customTemplate = {
    subject: 'Ei {{client}}',
    body: TEMPLATE_FIELDS_BY_KIND[kind].map((field) => `${field}: {{ ${field} }}`).join('\n\n'),
  };

  it.each([null, customTemplate])('fills all fields and escapes the client’s name (%#)', (template) => {
    const withdrawal = kind === 'withdrawal_received' ? 'I withdraw from the contract' : '';
    const { subject, text, html } = renderMessageMail({ ...FACTS, kind, language, template, withdrawal }, LINK, ORIGIN);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|null|\[object/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('&lt;b&gt;Núria&lt;/b&gt; &amp; co');
    expect(html).not.toContain('<b>Núria');
    expect(text).toContain('<b>Núria</b> & co');
    expect(text).toContain(PAYMENT_MESSAGE_KINDS.includes(kind) ? 'A-2026-0001' : withdrawal || '(Madrid)');
    // No missing or extra blank lines between paragraphs.
    expect(text).not.toMatch(/\n{3}|:\n\n--/);
  });

  it('has default texts that are valid templates', () => {
    const { subject, body } = { en, es, ca }[language].messages[kind];
    expect(mailTemplate.safeParse({ kind, language, subject, body }).success).toBe(true);
    expect(findUnknownFields(kind, subject + body)).toEqual([]);
    expect(findFields(body).includes('link')).toBe(!PAYMENT_MESSAGE_KINDS.includes(kind));
    // An address within a text is wider than a phone; on its own line it becomes a button.
    for (const field of ['link', 'payLink'])
      expect(body.replaceAll(`\n\n{{${field}}}\n\n`, '')).not.toContain(`{{${field}}}`);
  });
});

describe('a mail', () => {
  it('turns a link on its own line into a button, and keeps the text after it', () => {
    const { html, text } = renderMessageMail(FACTS, LINK, ORIGIN);
    expect(html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>View or change your session</a>`));
    expect(html.indexOf('See you soon')).toBeGreaterThan(html.indexOf('View or change'));
    expect(text).toContain(`\n\nView or change your session:\n${LINK}\n\n`);
  });

  it('has what the client declared where the text announces it', () => {
    const facts = { ...FACTS, kind: 'withdrawal_received' as const, withdrawal: 'I withdraw from the contract' };
    const { text } = renderMessageMail(facts, LINK, ORIGIN);
    expect(text).toContain('This is what you sent, and when:\n\nI withdraw from the contract\n\nWe’ll take care');
  });

  it('makes addresses within a text links, without the punctuation around them', () => {
    const template = { subject: 'x', body: 'See (https://llum.example/a?b=1&c=2), please.\n\n{{link}}' };
    const { html, text } = renderMessageMail({ ...FACTS, template }, LINK, ORIGIN);
    const href = 'https://llum.example/a?b=1&amp;c=2';
    expect(html).toMatch(new RegExp(`See \\(<a href="${href.replaceAll('?', '\\?')}"[^>]*>[^<]*</a>\\), please\\.`));
    expect(text).toContain('See (https://llum.example/a?b=1&c=2), please.');
  });

  it('turns both links into buttons wherever they have a line of their own', () => {
    const template = { subject: 'x', body: 'Pay here:\n{{payLink}}\nThanks\n{{ link }}' };
    const { html, text } = renderMessageMail({ ...FACTS, payable: 15_000, template }, LINK, ORIGIN);
    expect(text).toMatch(
      new RegExp(`^Pay here:\n\nPay online:\n${LINK}\n\nThanks\n\nView or change your session:\n${LINK}\n\n--`),
    );
    expect(html.match(/>(Pay online|View or change your session)<\/a>/g)).toHaveLength(2);
  });

  it('has no button without a link, and omits a line whose field is empty', () => {
    const template = { subject: 'x', body: 'Where: {{place}}\nWhen: {{time}}\n\n{{link}}' };
    const { html, text } = renderMessageMail({ ...FACTS, savedLocation: null, template }, '', ORIGIN);
    expect(text).toMatch(/^When: 2:30–2:30 \(Madrid\)\n\n--/);
    expect(html).not.toContain('<a ');
  });

  it('greets without a name if it has none', () => {
    const greet = (language: 'en' | 'es' | 'ca', template: MessageData['template'] = null) =>
      renderMessageMail({ ...FACTS, language, template, client: '' }, LINK, ORIGIN);
    expect([greet('en'), greet('es'), greet('ca')].map(({ text }) => text.split('\n')[0])).toEqual([
      'Hello,',
      'Hola:',
      'Hola:',
    ]);
    const own = greet('en', {
      subject: '{{client}}: see you soon',
      body: 'Dear {{ client }},\nWelcome!\n\n{{client}}',
    });
    expect(own.subject).toBe('see you soon');
    expect(own.text).toMatch(/^Dear,\nWelcome!\n\n--/);
    expect(greet('en', { subject: '{{client}}', body: 'x' }).subject).toMatch(/^Your session is confirmed/);
  });

  it('does not expand fields within values, and keeps the subject on one line', () => {
    const client = '{{number}}\r\nBcc: evil@example.org\u2028x';
    const template = { subject: 'Hi {{client}}', body: '{{client}}' };
    const { subject, text } = renderMessageMail({ ...FACTS, client, studio: 'A\r\nB', template }, LINK, ORIGIN);
    expect(subject).toBe('Hi {{number}} Bcc: evil@example.org x');
    expect(text).toContain('{{number}}');
    const refused = mailTemplate.safeParse({ kind: 'receipt', language: 'en', subject: 'a\r\nBcc: b', body: 'x' });
    expect(refused.success).toBe(false);
  });

  it('asks to pay where the client can, and only shows the session where they cannot', () => {
    const mail = (payable: number) =>
      renderMessageMail({ ...FACTS, kind: 'payment_request', payment: null, payable }, LINK, ORIGIN);
    expect(mail(15_000).html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>View and pay</a>`));
    expect(mail(0).html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>View or change your session</a>`));
    for (const payable of [0, 15_000]) expect(mail(payable).text).toContain('To pay: €150');
  });

  it('repeats price and deposit in confirmations, and omits them without a price', () => {
    expect(renderMessageMail(FACTS, LINK, ORIGIN).text).toContain('\nPrice: €180\nDeposit: €30\n');
    expect(renderMessageMail({ ...FACTS, price: 0, deposit: 0 }, LINK, ORIGIN).text).not.toMatch(/Price|Deposit/);
  });

  describe('after a payment', () => {
    const rest = {
      position: 2,
      amount: 15_000,
      purpose: 'balance',
      dueAt: Date.UTC(2026, 10, 30, 22, 59, 59),
    } as const;
    const paid = { paid: 3_000, owed: 15_000, payable: 15_000, part: rest };

    it('says what was paid, what is left and until when, with a button to pay the rest', () => {
      const { text, html } = renderMessageMail({ ...FACTS, ...paid }, LINK, ORIGIN);
      expect(text).toContain('\nPrice: €180\nPaid: €30\nStill to pay: €150\nDue by: 30 November 2026\n');
      expect(text).not.toContain('Deposit');
      expect(html).toContain('>Pay online</a>');
      const receipt = renderMessageMail({ ...FACTS, ...paid, kind: 'receipt' }, LINK, ORIGIN);
      expect(receipt.text).toContain('\nPaid: €1,200.50\n');
      expect(receipt.text).toContain('\n\nStill to pay: €150\nDue by: 30 November 2026\n\nPay online:\n');
    });

    it('says that nothing is left, only while the price is owed', () => {
      const settled = { ...FACTS, kind: 'receipt', paid: 18_000, owed: 0, payable: 0 } as const;
      const { text, html } = renderMessageMail(settled, '', ORIGIN);
      expect(text).toContain('\n\nStill to pay: nothing, it’s all paid\n\nBest wishes');
      expect(html).not.toContain('<a ');
      const cancelled = renderMessageMail({ ...settled, status: 'cancelled' }, '', ORIGIN);
      expect(cancelled.text).not.toContain('Still to pay');
    });

    it('names the day of the part that is due', () => {
      const textOf = (part: MessageData['part']) => renderMessageMail({ ...FACTS, ...paid, part }, LINK, ORIGIN).text;
      const part = { position: 1, amount: 2_000, purpose: 'deposit', dueAt: Date.UTC(2026, 9, 5, 12) } as const;
      expect(textOf(part)).toContain('Due by: 5 October 2026');
      expect(textOf({ ...part, dueAt: null })).not.toContain('Due by');
    });

    it.each(['payment_request', 'instalment_due', 'instalment_overdue'] as const)(
      'asks for the part of a plan that is due (%s)',
      (kind) => {
        const part = { position: 2, amount: 90_000, purpose: 'instalment', dueAt: Date.UTC(2026, 9, 5, 12) } as const;
        const mail = { ...FACTS, kind, payment: null, owed: 240_000, payable: 240_000, hasPlan: true, part };
        const { subject, text } = renderMessageMail(mail, LINK, ORIGIN);
        expect(text).toContain('To pay: €900');
        expect(text).toMatch(/due by: 5 October 2026/i);
        expect(text).toContain(LINK);
        expect(subject).not.toContain('{{');
      },
    );

    it('thanks for a payment and not for a refund, whatever the studio’s own text', () => {
      const payment = { ...FACTS.payment!, isRefund: true };
      const template = { subject: 'Thanks!', body: 'Thank you for paying' };
      const { subject, text } = renderMessageMail({ ...FACTS, kind: 'receipt', payment, template }, '', ORIGIN);
      expect(subject).toBe('Your refund of €1,200.50 from Llum & Mar');
      expect(text).toContain('Refunded: €1,200.50');
      expect(text).not.toMatch(/Thank you|Still to pay/);
    });

    it('says in Spain that its receipt is no invoice, below the studio’s own text too', () => {
      const template = { subject: 'Thanks!', body: 'Thank you for paying' };
      const textOf = (changes: object) => {
        const payment = { ...FACTS.payment!, isProof: true, ...changes };
        return renderMessageMail({ ...FACTS, kind: 'receipt', payment, template }, '', ORIGIN).text;
      };
      expect(textOf({})).toContain('Proof of payment. This is not an invoice.');
      expect(textOf({ isRefund: true })).toContain('This is not an invoice.');
      expect(textOf({ isProof: false })).not.toContain('invoice');
    });

    it('tells who cancels a paid session how much they have paid', () => {
      const textOf = (amount: number) =>
        renderMessageMail({ ...FACTS, kind: 'session_cancelled', paid: amount }, LINK, ORIGIN).text;
      expect(textOf(3_000)).toContain('You’ve paid €30 for this session.');
      expect(textOf(0)).not.toContain('paid');
    });
  });

  it.each(LANGUAGES)('in %s confirms a cancellation by the client and announces one by the studio', (language) => {
    const subjectOf = (isByClient: boolean, template: MessageData['template'] = null) =>
      renderMessageMail({ ...FACTS, kind: 'session_cancelled', language, isByClient, template }, LINK, ORIGIN).subject;
    expect(subjectOf(true)).not.toBe(subjectOf(false));
    expect(subjectOf(true, { subject: 'Own text', body: 'x' })).toBe('Own text');
  });

  it('allows amounts of payments only in receipts', () => {
    expect(findUnknownFields('booking_confirmed', '{{amount}} {{ number }} {{nobody}} {{amount}}')).toEqual([
      'amount',
      'number',
      'nobody',
    ]);
    expect(findUnknownFields('receipt', '{{amount}} {{number}} {{payLink}}')).toEqual([]);
  });
});

describe('a suspended studio', () => {
  const isSent = (kind: MessageKind, values: Partial<MessageData> = {}) =>
    [true, false].map((isOpen) => isMessageCurrent({ ...FACTS, kind, isOpen, ...values }, 0));

  it('sends nothing but receipts and failed refunds', () => {
    const payment = { ...FACTS.payment!, status: 'failed' as const };
    expect(isSent('receipt')).toEqual([true, true]);
    expect(isSent('refund_failed', { payment })).toEqual([true, true]);
    for (const kind of ['booking_confirmed', 'session_reminder', 'payment_request', 'contract_to_sign'] as const)
      expect([kind, ...isSent(kind)]).toEqual([kind, true, false]);
  });
});

describe('the right to withdraw', () => {
  const told = (kind: MessageKind, until: number | null) =>
    renderMessageMail({ ...FACTS, kind, right: { until } }, LINK, ORIGIN).text;

  it('is told until its date, with the page of the booking or of the proposal', () => {
    const until = Date.UTC(2026, 9, 30);
    expect(told('booking_confirmed', until)).toMatch(
      /reason until .*30 October.*\.\n\nWithdraw from the contract:\n\S+\/bookings\/[\w-]+\/withdrawal/,
    );
    expect(told('proposal_accepted', until)).toMatch(/\/api\/p\/llum\/proposals\/[\w-]+\/withdrawal/);
  });

  it('is a named link of its own, and the session’s button stays the first', () => {
    const until = Date.UTC(2026, 9, 30);
    const { html } = renderMessageMail({ ...FACTS, kind: 'booking_confirmed', right: { until } }, LINK, ORIGIN);
    expect(html).toMatch(/<a href="[^"]+\/withdrawal"[^>]*>Withdraw from the contract<\/a>/);
    expect(html).not.toMatch(/>[^<]*\/withdrawal/);
    expect(html).toContain(`<br><a href="${LINK}"`);
  });

  it('of digital content is confirmed to have ended', () => {
    const { text } = renderMessageMail(
      { ...FACTS, kind: 'proposal_accepted', digital: ['Files', 'Film'] },
      LINK,
      ORIGIN,
    );
    expect(text).toContain('immediately and confirmed that this ends your right to withdraw from it: Files, Film.');
  });

  it('is told below a studio’s own text that does not name it, and once in one that does', () => {
    const told = ['Hello.\n\nThanks.', 'Hello.\n\nThanks.\n\n{{cancellation}}'].map((body) => {
      const template = { subject: 'Accepted', body };
      const until = Date.UTC(2026, 9, 30);
      const facts = { ...FACTS, kind: 'proposal_accepted' as const, template, right: { until }, digital: ['Files'] };
      const { text, html } = renderMessageMail(facts, LINK, ORIGIN);
      return [text, html].flatMap((one) => [one.split('reason until').length, one.split('from it: Files.').length]);
    });
    expect(told).toEqual([
      [2, 2, 2, 2],
      [2, 2, 2, 2],
    ]);
  });

  it('is told without a date if it ends after a delivery', () => {
    expect(told('booking_confirmed', null)).toMatch(
      /within 14 days of receiving what you’ve ordered\.\n\nWithdraw from the contract:\n\S+\/withdrawal/,
    );
  });
});
