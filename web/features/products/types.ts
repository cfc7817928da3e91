import type { ProductKind, ProductTexts, WithdrawalKind } from '#core/domain/payments/products.ts';

/** A product of the price list; the amount in minor units. */
export interface ProductRow {
  readonly id: string;
  readonly kind: ProductKind;
  readonly texts: ProductTexts;
  readonly amount: number;
  readonly withdrawal: WithdrawalKind;
  readonly archivedAt: number | null;
}
