import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import common from '#locales/en/common.json' with { type: 'json' };
import { Field } from './field.tsx';
import { PasswordInput, TextInput } from './text-input.tsx';

const i18n = i18next.createInstance();
beforeAll(() => i18n.init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } }));

const render = (element: React.ReactNode) =>
  renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);
const attribute = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

test('ties the label, hint and error to the control', () => {
  const html = render(
    <Field label="Email" hint="Only for this" error="Not an address" required>
      <TextInput name="email" />
    </Field>,
  );
  const id = attribute(html, 'input', 'id');
  expect(attribute(html, 'label', 'for')).toBe(id);
  expect(attribute(html, 'input', 'aria-describedby')).toBe(`${id}-hint ${id}-error`);
  expect(html).toContain(`id="${id}-hint"`);
  expect(html).toContain(`id="${id}-error"`);
  expect(attribute(html, 'input', 'aria-invalid')).toBe('true');
  expect(attribute(html, 'input', 'aria-required')).toBe('true');
});

test('does not mark a field without an error as invalid', () => {
  const html = render(
    <Field label="Password">
      <PasswordInput autoComplete="current-password" />
    </Field>,
  );
  expect(html).not.toContain('aria-invalid=');
  expect(html).not.toContain('aria-describedby=');
  expect(html).toContain('aria-label="Show password"');
});
