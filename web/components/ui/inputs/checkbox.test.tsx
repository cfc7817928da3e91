import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Checkbox, type CheckboxProps } from './checkbox.tsx';

const render = (props: Partial<CheckboxProps>) =>
  renderToStaticMarkup(<Checkbox label="Ada Lovelace" checked={false} onChange={() => undefined} {...props} />);
const input = (html: string) => /<input[^>]*>/.exec(html)![0];

test('ties the label and hint to the box', () => {
  const html = render({ hint: 'Owes nothing', tabIndex: -1 });
  const id = /id="([^"]*)"/.exec(input(html))![1];
  expect(html).toContain(`for="${id}"`);
  expect(html).toContain(`id="${id}-hint"`);
  expect(input(html)).toContain(`aria-describedby="${id}-hint"`);
  expect(input(html)).toContain('tabindex="-1"');
});

test('ties the error to the box', () => {
  const html = render({ hint: 'Owes nothing', error: 'Tick the box' });
  const id = /id="([^"]*)"/.exec(input(html))![1];
  expect(html).toContain(`id="${id}-error" role="alert"`);
  expect(input(html)).toContain(`aria-describedby="${id}-hint ${id}-error"`);
  expect(input(html)).toContain('aria-invalid="true"');
  expect(render({})).not.toContain('aria-invalid');
});

test('shows checked, unchecked and indeterminate', () => {
  expect(input(render({ checked: true }))).toContain(' checked=');
  // Indeterminate has no `checked` attribute: it is a DOM property.
  for (const checked of [false, 'indeterminate'] as const) {
    expect(input(render({ checked }))).not.toContain(' checked=');
  }
  const isMarked = (checked: CheckboxProps['checked']) => render({ checked }).includes('<svg');
  expect(([true, 'indeterminate', false] as const).map(isMarked)).toEqual([true, true, false]);
});
