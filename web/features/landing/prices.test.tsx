import i18next from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { grossOf, priceMonth, PRICES } from '#core/domain/studio/prices.ts';
import { hoursOf } from '#core/domain/studio/usage.ts';
import landing from '#locales/en/landing.json' with { type: 'json' };
import { Prices } from './prices.tsx';

it('shows what the bill of a month would be, without and with VAT', async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { landing } } });
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Prices from="2031-04" />
    </I18nextProvider>,
  );
  // As the sliders begin: 100 GB kept for the month, and four galleries of 5 GB.
  const usage = { byteHours: 100e9 * hoursOf('2031-04'), downloadBytes: 20e9 };
  const { amount } = priceMonth(usage, { prices: PRICES[0], month: '2031-04' });
  expect([amount, grossOf(amount, PRICES[0])]).toEqual([870, 1053]);
  const figures = /aria-live="polite"[^>]*>([^<]*)</.exec(page)![1];
  expect(figures).toContain('8.70');
  expect(figures).toContain('10.53');
});
