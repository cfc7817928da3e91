import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { readMailSender } from '#core/domain/messages/mail-layout.ts';
import { renderInvite } from './invite-mail.ts';

const mail = {
  kind: 'gallery_invite' as const,
  studio: 'Llum & Mar',
  gallery: '<b>Boda</b>',
  name: 'Núria',
  message: 'Quin dia!\n\nUna abraçada',
  link: 'https://albumen.example/p/llum/invite/x?token=y',
  endsAt: Date.UTC(2026, 11, 21, 23, 30),
  timeZone: 'Europe/Madrid',
  template: null,
  picture: { url: 'cid:cover', width: 1200, height: 800, alt: '' },
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
    expect(html).toContain('src="cid:cover"');
    expect(html).toContain('Quin dia!<br><br>Una abraçada');
    expect(text).not.toMatch(/\n{4}/);
  });

  it('elides the Catalan article before the first and the eleventh, also in a studio’s template', () => {
    const template = { subject: 'Fins al {{ date }}', body: '{{link}}' };
    const ending = (day: number) => ({ ...mail, language: 'ca' as const, endsAt: Date.UTC(2026, 11, day, 10) });
    expect([1, 11, 12].map((day) => renderInvite({ ...ending(day), template }).subject)).toEqual([
      'Fins a l’1 de desembre del 2026',
      'Fins a l’11 de desembre del 2026',
      'Fins al 12 de desembre del 2026',
    ]);
    expect(renderInvite(ending(1)).text).toContain('funciona fins a l’1 de desembre');
  });

  it('keeps the personal message where the template has no field for it', () => {
    const template = { subject: 'Fotos', body: 'Ei!\n\n{{link}}' };
    const { text } = renderInvite({ ...mail, language: 'ca', template });
    expect(text).toMatch(/^Ei!\n\nQuin dia!\n\nUna abraçada\n\nObre la galeria:\nhttps:/);
  });

  it('shows the logo instead of the studio’s name', () => {
    const { html } = renderInvite({
      ...mail,
      language: 'en',
      sender: readMailSender({ logoUrl: '/logos/abc/t-90x30d.png' }, 'https://llum.example'),
    });
    expect(html).toContain('<img src="https://llum.example/api/logos/abc/t-90x30d.png" alt="Llum &amp; Mar"');
  });

  it('greets a recipient without a name', () => {
    expect(renderInvite({ ...mail, name: '', language: 'es' }).text).toMatch(/^Hola:\n/);
    expect(renderInvite({ ...mail, language: 'es' }).text).toMatch(/^Hola, Núria:\n/);
  });
});
