import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grossOf, priceMonth, pricesOf, type Prices as PriceList } from '#core/domain/studio/prices.ts';
import { hoursOf, monthOf } from '#core/domain/studio/usage.ts';
import { Slider } from '#web/components/ui/inputs/slider.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';

const GB = 1e9;

interface PricesProps {
  /** The first month that studios pay for; null where nothing is charged. */
  from: string | null;
}

/** What the product costs: prices, and what a month would come to. */
export function Prices({ from }: PricesProps) {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const today = monthOf(useNow());
  const month = from !== null && from > today ? from : today;
  const prices = pricesOf(month);
  return (
    <section className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <h2 className="text-title font-semibold">{t(from === null ? 'price.offTitle' : 'price.title')}</h2>
      {from === null ? (
        <p className="measure text-lead">{t('price.off')}</p>
      ) : (
        <div className="flex min-w-0 flex-col gap-10">
          <div className="measure flex flex-col gap-5">
            <p className="text-lead">{t('price.text')}</p>
            {from > today && <p className="text-soft">{t('price.today', { month: format.month(from) })}</p>}
          </div>
          <PriceTable prices={prices} />
          <Calculator prices={prices} month={month} />
        </div>
      )}
    </section>
  );
}

function PriceTable({ prices }: { prices: PriceList }) {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const { shownVat, currency, free } = prices;
  const country = new Intl.DisplayNames([format.locale], { type: 'region' }).of(shownVat.country) ?? shownVat.country;
  const rate = format.percent(shownVat.rate / 10_000);
  return (
    <div className="flex flex-col gap-4">
      <table className="w-full max-w-[42rem] border-collapse tabular-nums">
        <caption className="sr-only">{t('price.caption')}</caption>
        <thead>
          <tr className="border-b border-line text-caption text-soft">
            <th scope="col" className="py-2 pr-2 text-left font-normal">
              <span className="sr-only">{t('price.unit')}</span>
            </th>
            <Heading>{t('price.net')}</Heading>
            <Heading>{t('price.gross', { rate, country })}</Heading>
          </tr>
        </thead>
        <tbody>
          {(['stored', 'downloaded'] as const).map((what) => (
            <tr key={what} className="border-b border-line">
              <th scope="row" className="py-3 pr-2 text-left font-normal wrap-anywhere">
                {t(`price.${what}`)}
              </th>
              <td className="py-3 pl-2 text-right md:pl-4 font-semibold">{format.unitPrice(prices[what], currency)}</td>
              <td className="py-3 pl-2 text-right md:pl-4 text-soft">
                {format.unitPrice(grossOf(prices[what], prices), currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="measure text-soft">
        {t('price.free', {
          stored: format.bytes(free.stored),
          downloaded: format.bytes(free.downloaded),
          least: format.money(prices.waivedBelow, currency),
        })}
      </p>
      <p className="measure text-soft">{t('price.cap', { cap: format.money(prices.cap, currency) })}</p>
    </div>
  );
}

const Heading = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="py-2 pl-2 text-right md:pl-4 font-normal wrap-anywhere">
    {children}
  </th>
);

/** Prices a month whose galleries are each downloaded once. */
function Calculator({ prices, month }: { prices: PriceList; month: string }) {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const [kept, setKept] = useState(100);
  const [galleries, setGalleries] = useState(4);
  const [each, setEach] = useState(5);
  const usage = { byteHours: kept * GB * hoursOf(month), downloadBytes: galleries * each * GB };
  const { amount, isWaived } = priceMonth(usage, { prices, month });
  const money = (minor: number) => format.money(minor, prices.currency);
  const sliders = [
    { label: t('price.kept'), value: kept, onChange: setKept, max: 2000, step: 10, text: format.bytes(kept * GB) },
    { label: t('price.galleries'), value: galleries, onChange: setGalleries, max: 40, text: format.number(galleries) },
    { label: t('price.each'), value: each, onChange: setEach, max: 60, text: format.bytes(each * GB) },
  ];
  return (
    <div className="flex max-w-[42rem] flex-col gap-5">
      <h3 className="font-semibold">{t('price.calculator')}</h3>
      {sliders.map((slider) => (
        <Slider key={slider.label} min={0} {...slider} />
      ))}
      <p aria-live="polite" data-figures className="text-lead font-semibold">
        {isWaived
          ? t('price.nothing')
          : t('price.month', { net: money(amount), gross: money(grossOf(amount, prices)) })}
      </p>
      <p className="text-caption text-soft">{t('price.assumed')}</p>
    </div>
  );
}
