import { expect, it } from 'vitest';
import { formatText } from './texts.ts';

it('elides Catalan “de” before a name', () => {
  const text = (studio: string) => formatText({ by: 'Una foto {{studio, de}}.' }, 'ca', 'by', { studio });
  expect([text('Estudi Llum'), text('Llum')]).toEqual(['Una foto d’Estudi Llum.', 'Una foto de Llum.']);
});

it('elides a Catalan article before a date, and formats numbers', () => {
  const text = (date: string) =>
    formatText({ until: 'Fins {{date, al}}: {{left}}' }, 'ca', 'until', { date, left: 1000 });
  expect([text('11 de maig'), text('12 de maig')]).toEqual(['Fins a l’11 de maig: 1.000', 'Fins al 12 de maig: 1.000']);
});
