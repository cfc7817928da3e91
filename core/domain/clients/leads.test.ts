import { describe, expect, it } from 'vitest';
import { contactForm, findSpamSigns, inquiryStart, isSpam, MAX_LEAD_MESSAGE, replyHref } from './leads.ts';

const FORM = { name: 'Mar Riera', email: 'mar@example.org', message: 'Hi! Are you free in May?', language: 'ca' };
const messageOf = (message: string) => contactForm.parse({ ...FORM, message }).message;
const fieldsOf = (values: object) =>
  contactForm.safeParse({ ...FORM, ...values }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('a message of the contact form', () => {
  it('fills in what an HTML form leaves out', () => {
    expect(contactForm.parse(FORM)).toEqual({
      ...FORM,
      phone: '',
      preferredDate: '',
      sessionTypeId: '',
      website: '',
      proof: '',
    });
  });

  it.each([
    ['Mar\r\nBcc: all@example.org', 'name'],
    ['Mar\u202eelpmaxe', 'name'],
    ['Win at www.evil.example', 'name'],
    ['', 'name'],
    ['mar@example.org\r\nBcc: all@example.org', 'email'],
    ['mar@example.org,all@example.org', 'email'],
    ['6'.repeat(41), 'phone'],
    ['600\n000', 'phone'],
    ['abc', 'phone'],
    [' \n ', 'message'],
    ['x'.repeat(MAX_LEAD_MESSAGE + 1), 'message'],
    ['zero\u0000byte', 'message'],
    ['21.11.2026', 'preferredDate'],
    ['2026-02-30', 'preferredDate'],
    ["' or true --", 'sessionTypeId'],
    ['fr', 'language'],
  ])('refuses %j as %s', (value, field) => {
    expect(fieldsOf({ [field]: value })).toEqual([field]);
  });

  it('keeps lines, emoji and markup of a message, and drops controls', () => {
    expect(messageOf('Hi 👩‍❤️‍👨\r\n<b>May</b>\u2028or\rJune\t?')).toBe('Hi 👩‍❤️‍👨\n<b>May</b>\nor\nJune\t?');
    expect(messageOf('\u202egnp.exe\u2069 \u001b[31mred\u0007')).toBe('gnp.exe [31mred');
  });
});

describe('the spam score', () => {
  const judge = (message: string, about: { website?: string; hasProof?: boolean; isRepeated?: boolean } = {}) => {
    const { website = '', hasProof = true, isRepeated = false } = about;
    const signs = findSpamSigns({ message, website }, { hasProof, isRepeated });
    return [isSpam(signs), ...signs];
  };
  const links = (count: number) => Array.from({ length: count }, (_, at) => `https://a.example/${at}`).join('\n');

  it.each([
    ['Are you free in May?', {}, [false]],
    ['Are you free in May?', { hasProof: false }, [false, 'no_proof']],
    [`Our mood board:\n${links(2)}`, { hasProof: false }, [false, 'no_proof']],
    [links(3), {}, [false, 'links']],
    [links(500), {}, [true, 'many_links']],
    ['a.example/x '.repeat(8), {}, [true, 'many_links']],
    ['Are you free in May?', { website: 'https://evil.example' }, [true, 'hidden_field']],
    ['Are you free in May?', { isRepeated: true }, [true, 'repeated']],
    ['<a href="x">cheap</a>', {}, [false, 'markup']],
    ['<a href="x">cheap</a>', { hasProof: false }, [true, 'markup', 'no_proof']],
    ['We sell backlinks and SEO', {}, [false, 'advertising']],
    [`SEO\n${links(3)}`, {}, [true, 'links', 'advertising']],
    ['I love this :-> and 5 < 6', {}, [false]],
  ])('of %.40j with %j is %j', (message, about, expected) => {
    expect(judge(message, about)).toEqual(expected);
  });
});

describe('inquiryStart', () => {
  const NOW = Date.UTC(2026, 10, 23, 12);
  const at = (date: string) => new Date(inquiryStart(date, NOW, 'Europe/Madrid')).toISOString();

  it('is ten o’clock of the preferred day', () => {
    expect(at('2027-06-05')).toBe('2027-06-05T08:00:00.000Z');
    expect(at('2026-11-23')).toBe('2026-11-23T09:00:00.000Z');
  });

  it('is a week ahead without a preferred day, and if it is over', () => {
    for (const date of ['', '2026-11-22', 'soon']) expect(at(date)).toBe('2026-11-30T09:00:00.000Z');
  });
});

it('replyHref quotes the message and escapes what would add a header', () => {
  const href = replyHref({ email: 'a?b&cc=x@example.org', message: 'One\nTwo & three' }, 'Re: 1 & 2');
  expect(href).toBe(
    'mailto:a%3Fb%26cc%3Dx@example.org?subject=Re%3A%201%20%26%202&body=%0D%0A%0D%0A%3E%20One%0D%0A%3E%20Two%20%26%20three',
  );
});
