import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import ca from '#locales/ca/legal.json' with { type: 'json' };
import en from '#locales/en/legal.json' with { type: 'json' };
import es from '#locales/es/legal.json' with { type: 'json' };
import { presentTerms, TERMS } from './terms.ts';

it('another text of the terms needs another version', () => {
  const sha256 = (texts: object) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  expect({ en: sha256(en.terms), es: sha256(es.terms), ca: sha256(ca.terms) }).toEqual(presentTerms().sha256);
});

it('versions are counted from 1', () => {
  expect(TERMS.map(({ version }) => version)).toEqual(TERMS.map((_, index) => index + 1));
});
