import { expect, it } from 'vitest';
import { whatsAppHref } from './format.ts';

it('links international numbers to WhatsApp, others to nothing', () => {
  expect(whatsAppHref('+34 612 34 56 78')).toBe('https://wa.me/34612345678');
  expect(whatsAppHref('0034 612 34 56 78')).toBe('https://wa.me/34612345678');
  expect(whatsAppHref('612 34 56 78')).toBeNull();
  expect(whatsAppHref('000 000 000')).toBeNull();
  expect(whatsAppHref('+34 61')).toBeNull();
  expect(whatsAppHref('')).toBeNull();
});
