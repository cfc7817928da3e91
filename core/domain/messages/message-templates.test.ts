import { expect, it } from 'vitest';
import { fillPlaceholders, findFields, hideFields } from './message-templates.ts';

it('finds fields with spaces and line breaks within their braces', () => {
  const text = 'Hello {{ client }}, {{\nstudio}} {{{link}}} {{}} {{a{b}}';
  expect(findFields(text)).toEqual(['client', 'studio', 'link', '']);
  expect(fillPlaceholders(text, (name) => name.toUpperCase())).toBe('Hello CLIENT, STUDIO {LINK}  {{a{b}}');
  expect(hideFields(text)).toBe('Hello …, … {…} … {{a{b}}');
});

it('reads a text of open braces and spaces in linear time', () => {
  const text = `{{${' '.repeat(30_000)}`;
  expect(findFields(text.repeat(3))).toEqual([]);
});
