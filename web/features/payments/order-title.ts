import { useTranslation } from 'react-i18next';
import type { OrderKind } from '#core/domain/payments/orders.ts';
import { type OrderLine, titlesOf } from '#core/domain/payments/products.ts';

interface TitledOrder {
  readonly order?: { readonly kind: OrderKind; readonly list?: { readonly name: string } | undefined } | undefined;
  readonly lines: readonly OrderLine[];
}

/** Returns a function that names an order without a session: by its selection, or by what it charges. */
export function useOrderTitle(): (of: TitledOrder) => string {
  const { t } = useTranslation('payments');
  return ({ order, lines }) => {
    if (order?.kind === 'gallery') return [t('purposes.extras'), order.list?.name].filter(Boolean).join(': ');
    return titlesOf(lines) || t('order.title');
  };
}
