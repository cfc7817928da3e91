import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { invitedRole } from '#core/domain/studio/members.ts';
import { renderTeamMail } from './invite-mail.ts';

const mail = {
  studio: 'Llum & Mar',
  inviter: '<b>Núria</b>',
  role: 'photographer',
  link: 'https://albumen.example/app/join/x',
  endsAt: Date.UTC(2026, 11, 21, 23, 30),
  timeZone: 'Europe/Madrid',
} as const;

describe('renderTeamMail', () => {
  it.each(LANGUAGES)('renders complete texts in %s, with the day in the studio’s zone', (language) => {
    const { subject, text, html } = renderTeamMail({ ...mail, language });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|\[object/);
    expect(subject).toContain('Llum & Mar');
    expect(text).toContain(mail.link);
    expect(text).toMatch(/\b22 (?:de )?(?:December|diciembre|desembre)/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('&lt;b&gt;Núria&lt;/b&gt;');
    expect(html).not.toContain('<b>Núria');
  });

  it.each(LANGUAGES)('names each role in %s', (language) => {
    const texts = invitedRole.options.map((role) => renderTeamMail({ ...mail, language, role }).text);
    expect(new Set(texts).size).toBe(3);
  });
});
