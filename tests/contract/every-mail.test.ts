import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { ROOT } from '#ops/lib/child.ts';
import { everyMail, SAMPLE_CLIENT } from '../support/every-mail.ts';

const mails = everyMail({ origin: 'https://albumen.example', logoUrl: '', cover: 'cid:cover' });

/** Mails to people whose name nobody knows, or that greet nobody. */
const WITHOUT_NAME = /^(auth|studio|team|automation|notice, receipt)/;

describe('the mails of the product', () => {
  it('are all known to the campaign that renders them', () => {
    const source = readFileSync(`${ROOT}/tests/support/every-mail.ts`, 'utf8');
    const renderers = globSync('{functions,ops}/**/*.ts', { cwd: ROOT }).filter(
      (file) => !file.endsWith('.test.ts') && readFileSync(`${ROOT}/${file}`, 'utf8').includes('renderMail({'),
    );
    expect(renderers.length).toBeGreaterThan(5);
    expect(renderers.filter((file) => !source.includes(`'#${file}'`))).toEqual([]);
  });

  it.each(LANGUAGES)('in %s greet by name whose name is known', (language) => {
    const nameless = mails.filter(
      (mail) =>
        mail.language === language &&
        !WITHOUT_NAME.test(mail.name) &&
        !mail.text.split('\n', 1)[0]!.includes(SAMPLE_CLIENT),
    );
    expect(nameless.map(({ name }) => name)).toEqual([]);
  });

  it('have in their text all that they have in their HTML: words and links', () => {
    for (const { name, language, text, html } of mails.filter(({ text: plain }) => plain !== '')) {
      const words = (part: string) => part.replace(/\s+/g, ' ');
      const plain = words(text);
      for (const [, href, label] of html.matchAll(/<a href="(https[^"]*)"[^>]*>([^<]+)<\/a>/g)) {
        expect(plain, `${name} ${language}`).toContain(decode(href!));
        if (!/^https?:/.test(label!)) expect(plain, `${name} ${language}`).toContain(decode(label!));
      }
      for (const [, paragraph] of html.matchAll(/<p style[^>]*>(.*?)<\/p>/g))
        expect(plain, `${name} ${language}`).toContain(
          words(decode(paragraph!.replaceAll('<br>', '\n').replace(/<\/?a\b[^>]*>/g, ''))),
        );
    }
  });

  it('name their language to screen readers, also in programs that drop the document around them', () => {
    for (const { html, language } of mails)
      expect(html.match(new RegExp(`<(html|body|table)\\b[^>]* lang="${language}"`, 'g'))).toHaveLength(3);
  });
});

const decode = (html: string) =>
  html
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
