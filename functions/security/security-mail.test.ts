import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { SECURITY_NOTICES, type SecurityNotice } from '#core/domain/studio/security-events.ts';
import { renderSecurityMail } from './security-mail.ts';

const ORIGIN = 'https://albumen.example';
const notice: SecurityNotice = {
  what: 'password_changed',
  email: 'ada@example.org',
  language: 'en',
  timeZone: 'Europe/Madrid',
  at: Date.UTC(2026, 10, 21, 23, 30),
};
const each = LANGUAGES.flatMap((language) => SECURITY_NOTICES.map((what) => ({ language, what })));

describe('renderSecurityMail', () => {
  it.each(each)('renders all of $what in $language, with day and time in the recipient’s zone', (one) => {
    const prices = { version: 1, from: '2027-02' };
    const until = Date.UTC(2026, 11, 24);
    const details = { provider: 'google', studios: ['Llum & <b>Mar</b>'], prices, until };
    const { language, subject, text, html } = renderSecurityMail({ ...notice, ...details, ...one }, ORIGIN);
    expect(language).toBe(one.language);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|null|\[object/);
    // New prices begin with a month.
    expect(text).toMatch(/prices(_|$)/.test(one.what) ? /febr\S* (?:del? )?2027/i : /\b22 (?:de )?nov.*2026.* 0?0:30/i);
    if (['plan_read_only', 'bill_and_prices'].includes(one.what))
      expect(text).toMatch(/\b24 (?:de )?d\w+ (?:del? )?2026/i);
    expect(html).toContain(`<html lang="${one.language}">`);
    expect(html).not.toContain('<b>Mar');
    expect(`${text}${html}`).not.toContain(notice.email);
  });

  it('names what else closes a studio to visitors, instead of what they can do', () => {
    const textOf = (what: SecurityNotice['what'], closures: SecurityNotice['closures']) =>
      renderSecurityMail({ ...notice, what, studios: ['Llum'], closures }, ORIGIN).text;
    const [opens, operators] = ['open again right away', 'we suspended or blocked Llum'];
    expect(textOf('plan_suspended', ['bill'])).toContain(opens);
    expect(textOf('plan_suspended', ['operator', 'bill'])).toContain(operators);
    for (const closures of [
      ['operator', 'bill'],
      ['untold', 'bill'],
    ] as const)
      expect(textOf('plan_suspended', [...closures])).not.toContain(opens);
    expect(textOf('plan_suspended', ['untold', 'bill'])).not.toContain(operators);
    expect(textOf('cap_reached', [])).toContain('Clients can still');
    expect(textOf('cap_reached', ['bill'])).toMatch(/^(?!.*can still).*until its bill is paid/s);
    expect(textOf('plan_read_only', ['operator'])).toMatch(/^(?!.*stay open).*until we end that/s);
  });

  it('has a separate text for each change in each language', () => {
    const texts = each.map((one) => renderSecurityMail({ ...notice, ...one }, ORIGIN).text);
    expect(new Set(texts).size).toBe(each.length);
  });

  it.each(each)('begins each sentence of $what in $language with a capital where nobody’s name is known', (one) => {
    const { subject, text } = renderSecurityMail({ ...notice, studios: ['Llum'], ...one }, ORIGIN);
    const lines = [subject, ...text.split('\n')].filter((line) => !line.startsWith('https:'));
    expect(lines.filter((line) => /^\p{Ll}/u.test(line))).toEqual([]);
  });

  it('links to the page where the change can be undone', () => {
    const linkOf = (what: SecurityNotice['what']) =>
      /https:\S+/.exec(renderSecurityMail({ ...notice, what, studios: ['Llum'] }, ORIGIN).text)?.[0];
    expect(linkOf('password_changed')).toBe(`${ORIGIN}/app/auth/forgot?next=/app/settings/security`);
    for (const what of ['email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked'] as const)
      expect(linkOf(what)).toBe(`${ORIGIN}/app/settings/security`);
    expect(linkOf('studio_closed')).toBe(`${ORIGIN}/app/studios/new`);
  });

  it('has no button when there is no page to open', () => {
    const { text, html } = renderSecurityMail({ ...notice, what: 'sign_in_deleted' }, ORIGIN);
    expect([text, html].join()).not.toMatch(/https:|<a /);
    expect(text).toContain('Reply to this email right away.');
    expect(text).not.toContain('days');
    const ended = renderSecurityMail({ ...notice, what: 'sign_in_deleted', studios: ['Llum', 'Mar'] }, ORIGIN);
    expect(ended.text).toContain('permanently deleted after 30 days: Llum and Mar.');
  });

  it('shows provider names as brands, and falls back to English for an unknown language', () => {
    const linked = { ...notice, what: 'identity_linked' as const, language: '' };
    expect(renderSecurityMail({ ...linked, provider: 'facebook' }, ORIGIN).subject).toBe(
      'Facebook was connected to your account',
    );
    expect(renderSecurityMail({ ...linked, provider: 'apple' }, ORIGIN).subject).toContain('apple');
  });
});
