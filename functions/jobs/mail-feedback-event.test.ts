import { describe, expect, it } from 'vitest';
import { parseFeedback } from './mail-feedback-event.ts';

const mail = {
  sendingAccountId: '123456789012',
  headers: [{ name: 'Message-Id', value: ' <v8q2m4k6t0z1x3c5b7n9@albumen.example>' }],
};
const bounce = (bounceType: string, bounceSubType = 'General', status = '5.7.1') => ({
  eventType: 'Bounce',
  mail,
  bounce: {
    bounceType,
    bounceSubType,
    bouncedRecipients: [
      { emailAddress: 'Ada <ADA@example.org>', status, diagnosticCode: 'smtp; 550 5.7.1 spam: 5.1.1' },
    ],
  },
});
const complaint = (complaintFeedbackType?: string | null) => ({
  eventType: 'Complaint',
  mail,
  complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress: 'ada@example.org' }] },
});
const parse = (event: unknown) => parseFeedback(JSON.stringify(event));

describe('an event of SES', () => {
  it('names the mail by the Message-ID that we gave it, and its recipients without their names', () => {
    expect(parse(bounce('Permanent'))).toEqual({
      sendingAccountId: '123456789012',
      mailId: 'v8q2m4k6t0z1x3c5b7n9',
      recipients: [{ address: 'ada@example.org', isUnknown: false }],
      outcome: 'bounce',
    });
  });

  it.each([
    ['a mailbox that does not exist', bounce('Permanent', 'NoEmail'), true],
    ['a mailbox that does not exist, by its code', bounce('Permanent', 'General', '5.1.1'), true],
    ['a domain without mail', bounce('Permanent', 'General', '5.1.10'), true],
    ['an address that SES suppresses', bounce('Permanent', 'OnAccountSuppressionList'), true],
    ['a text that the server refuses', bounce('Permanent', 'General', '5.7.1'), false],
    ['a bad sender', bounce('Permanent', 'General', '5.1.8'), false],
    ['attached files that the server refuses', bounce('Permanent', 'AttachmentRejected'), false],
  ])('tells an unknown address from a refused mail: %s', (_what, event, isUnknown) => {
    expect(parse(event)).toMatchObject({ outcome: 'bounce', recipients: [{ isUnknown }] });
  });

  it.each([
    ['a full mailbox', bounce('Transient')],
    ['a bounce that nobody understands', bounce('Undetermined')],
    ['a mail that was taken out of spam', complaint('not-spam')],
  ])('changes nothing for %s', (_what, event) => {
    expect(parse(event)).toMatchObject({ outcome: null });
  });

  it.each(['abuse', null, undefined])('is a complaint of the type %s', (type) => {
    expect(parse(complaint(type))).toMatchObject({ outcome: 'complaint' });
  });

  it.each(['', '<0100@email.amazonses.com>', '<../../etc/passwd@x>', `<${'a'.repeat(101)}@x>`])(
    'names no mail of ours by the Message-ID %s',
    (value) => {
      expect(
        parse({ ...bounce('Permanent'), mail: { ...mail, headers: [{ name: 'Message-ID', value }] } }),
      ).toMatchObject({ mailId: null });
    },
  );

  it.each(['', 'null', '[]', '{"eventType":"Bounce"}', '{"eventType":"Send","mail":{}}'])('is refused: %s', (text) => {
    expect(parseFeedback(text)).toBeNull();
  });
});
