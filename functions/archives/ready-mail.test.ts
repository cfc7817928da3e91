import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { renderReadyMail } from './ready-mail.ts';

const mail = {
  studio: 'Llum & Mar',
  client: 'Núria',
  gallery: '<b>Boda</b>',
  photoCount: 1234,
  link: 'https://albumen.example/p/llum/gallery/x?download=y',
  endsAt: Date.UTC(2026, 11, 21, 23, 30),
  timeZone: 'Europe/Madrid',
};

describe('renderReadyMail', () => {
  it.each(LANGUAGES)('renders complete texts in %s, with the day in the studio’s zone', (language) => {
    const { subject, text, html } = renderReadyMail({ ...mail, language });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|\[object/);
    expect(text).toContain(mail.link);
    expect(text.split('\n')[0]).toMatch(/^(Hello|Hola,) Núria[,:]$/);
    expect(renderReadyMail({ ...mail, client: '', language }).text).toMatch(/^(Hello,|Hola:)\n/);
    expect(text).toMatch(/\b22 (?:de )?(?:December|diciembre|desembre)/);
    expect(text).toMatch(/1[.,]?234/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('&lt;b&gt;Boda&lt;/b&gt;');
    expect(html).not.toContain('<b>Boda');
  });

  it('uses the singular for one photo', () => {
    expect(renderReadyMail({ ...mail, photoCount: 1, language: 'en' }).text).toContain('The photo you requested from');
    expect(renderReadyMail({ ...mail, photoCount: 2, language: 'en' }).text).toContain(
      'The 2 photos you requested from',
    );
  });
});
