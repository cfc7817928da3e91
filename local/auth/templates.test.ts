import { expect, test } from 'vitest';
import { escapeHtml, renderTemplate } from './mails.ts';

const plain = (text: string) => text;

test('inserts escaped values, and nothing for missing ones', () => {
  const data = { Email: '<b>"a"</b>', Data: { name: 'Ada', age: 36, list: [1] } };
  expect(renderTemplate('Dear {{ .Data.name }} ({{.Data.age}}): {{ .Email }}', data, escapeHtml)).toBe(
    'Dear Ada (36): &#60;b&#62;&#34;a&#34;&#60;/b&#62;',
  );
  expect(
    renderTemplate('[{{ .Missing }}{{ .Data.name.more }}{{ .Data.list }}{{ .Data.constructor }}]', data, plain),
  ).toBe('[]');
});

test('renders the first branch whose condition holds', () => {
  const source =
    '{{ if eq .Data.language "es" }}hola{{ else if eq .Data.language `ca` }}bon dia{{ else }}hello{{ end }}!';
  const greet = (language: unknown) => renderTemplate(source, { Data: { language } }, plain);
  expect([greet('es'), greet('ca'), greet('en'), greet(undefined), greet(5)]).toEqual([
    'hola!',
    'bon dia!',
    'hello!',
    'hello!',
    'hello!',
  ]);
});

test('supports nested and multi-line conditions, and conditions on a value alone', () => {
  const source = '{{ if .A }}a{{ if eq\n .B "b" }}b{{ end }}{{ end }}.';
  expect(renderTemplate(source, { A: 'x', B: 'b' }, plain)).toBe('ab.');
  expect(renderTemplate(source, { A: 'x' }, plain)).toBe('a.');
  expect(renderTemplate(source, { B: 'b' }, plain)).toBe('.');
});

test.each(['{{ if .A }}a', '{{ end }}', '{{ range .A }}{{ end }}', '{{ printf "%s" .A }}', '{{ if eq .A }}{{ end }}'])(
  'refuses a template that Go would render differently: %s',
  (source) => {
    expect(() => renderTemplate(source, {}, plain)).toThrow('Template');
  },
);
