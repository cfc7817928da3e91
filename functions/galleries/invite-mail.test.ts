import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/languages.ts';
import { renderInvite } from './invite-mail.ts';

const mail = {
  studio: 'Llum & Mar',
  gallery: '<b>Boda</b>',
  name: 'Núria',
  link: 'https://albumen.example/p/llum/invite/x?token=y',
  endsAt: Date.UTC(2026, 11, 21, 23, 30),
  timeZone: 'Europe/Madrid',
};

describe('renderInvite', () => {
  it.each(LANGUAGES)('renders complete texts in %s, with the day in the studio’s zone', (language) => {
    const { subject, text, html } = renderInvite({ ...mail, language });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|\[object/);
    expect(text).toContain(mail.link);
    expect(text).toMatch(/\b22 (?:de )?(?:December|diciembre|desembre)/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('&lt;b&gt;Boda&lt;/b&gt;');
    expect(html).not.toContain('<b>Boda');
  });

  it('greets a recipient without a name', () => {
    expect(renderInvite({ ...mail, name: '', language: 'es' }).text).toMatch(/^Hola:\n/);
    expect(renderInvite({ ...mail, language: 'es' }).text).toMatch(/^Hola, Núria:\n/);
  });
});
