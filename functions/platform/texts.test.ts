import { expect, it } from 'vitest';
import { formatText } from './texts.ts';

it('elides Catalan “de” before a name', () => {
  const text = (studio: string) => formatText({ by: 'Una foto {{studio, de}}.' }, 'ca', 'by', { studio });
  expect([text('Estudi Llum'), text('Llum')]).toEqual(['Una foto d’Estudi Llum.', 'Una foto de Llum.']);
});
