import { describe, expect, it } from 'vitest';
import { readTranslations } from './primitives.ts';
import { textsIn } from './translations.ts';

const gallery = {
  name: 'Boda de Ana y Pau',
  description: 'Gracias por un día precioso.',
  translations: { en: { name: 'Ana & Pau’s wedding', description: '' }, ca: {} },
};

describe('texts per language', () => {
  it('take the wanted language', () => {
    expect(textsIn(gallery, 'en').name).toBe('Ana & Pau’s wedding');
  });

  it('fall back to the studio’s, each independently', () => {
    expect(textsIn(gallery, 'en').description).toBe('Gracias por un día precioso.');
    expect(textsIn(gallery, 'ca')).toEqual({ name: gallery.name, description: gallery.description });
    expect(textsIn({ name: 'Newborn', translations: null }, 'es')).toEqual({ name: 'Newborn', description: '' });
  });

  it('are read from stored settings, without what is malformed', () => {
    expect(readTranslations({ design: {}, translations: gallery.translations })).toEqual(gallery.translations);
    expect(readTranslations({})).toEqual({});
    expect(readTranslations({ translations: { de: { name: 'Hochzeit' } } })).toEqual({});
  });
});
