import { useTranslation } from 'react-i18next';
import type { PublicProposalLine } from '#core/api/proposals.ts';
import type { ProposalPrice } from '#core/domain/payments/proposal-prices.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

interface OrderLinesProps {
  price: ProposalPrice<PublicProposalLine>;
  currency: string;
  zone: string;
}

/** What is ordered: the chosen lines with their prices, the discount, and the total. */
export function OrderLines({ price, currency, zone }: OrderLinesProps) {
  const { t } = useTranslation('proposal');
  const format = useFormat({ currency, zone });
  const { lines, discount, total } = price;
  return (
    <table className="w-full border-y border-line">
      <caption className="pb-2 text-left">
        <h2 className="text-lead font-semibold">{t('order')}</h2>
      </caption>
      <tbody className="divide-y divide-line">
        {lines.map(({ id, title, quantity, unitAmount }) => (
          <tr key={id}>
            <th scope="row" className="py-3 pr-4 text-left font-normal wrap-anywhere">
              {quantity > 1 ? t('times', { quantity, title }) : title}
            </th>
            <td className="py-3 text-right align-top whitespace-nowrap tabular-nums">
              {format.money(quantity * unitAmount)}
            </td>
          </tr>
        ))}
        {discount > 0 && (
          <tr>
            <th scope="row" className="py-3 pr-4 text-left font-normal">
              {t('discount')}
            </th>
            <td className="py-3 text-right whitespace-nowrap tabular-nums">{`−${format.money(discount)}`}</td>
          </tr>
        )}
      </tbody>
      <tfoot className="border-t border-edge">
        <tr>
          <th scope="row" className="py-3 pr-4 text-left font-semibold">
            {t('total')}
          </th>
          <td className="py-3 text-right text-lead font-semibold whitespace-nowrap tabular-nums">
            {format.money(total)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
