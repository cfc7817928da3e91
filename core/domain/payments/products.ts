import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { LANGUAGES, type Language } from '../values/languages.ts';
import { MAX_MONEY } from '../values/max-money.ts';
import { language, line, money, text } from '../values/primitives.ts';

/** `package`: what a session is sold as. `service`: work beside it. `option`: something added to either. */
export const PRODUCT_KINDS = ['package', 'service', 'option'] as const;
const productKind = z.enum(PRODUCT_KINDS);
export type ProductKind = z.infer<typeof productKind>;

/**
 * What the right to withdraw is for a product. `service`: the days from the contract. `returnable`: the days from the
 * delivery, which the product does not know. `made_to_order`: none. `digital`: none once the client asks for it immediately.
 */
export const WITHDRAWAL_KINDS = ['service', 'made_to_order', 'digital', 'returnable'] as const;
export const withdrawalKind = z.enum(WITHDRAWAL_KINDS);
export type WithdrawalKind = z.infer<typeof withdrawalKind>;

/** Products of a studio. */
export const MAX_PRODUCTS = 500;

const productText = z.strictObject({ name: line.max(120), description: text.max(2000) });
export type ProductText = z.infer<typeof productText>;
export type ProductTexts = Partial<Record<Language, ProductText>>;

/** Name and description by language; one of them has a name. */
const productTexts = z
  .partialRecord(language, productText)
  .refine((texts) => Object.values(texts).some(({ name }) => name !== ''));

export const newProduct = z.strictObject({
  id: rowId,
  kind: productKind,
  texts: productTexts,
  amount: money,
  /** `service` without one. */
  withdrawal: withdrawalKind.optional(),
});
export const productChanges = newProduct.omit({ id: true }).partial();

/** Returns the text of a product in the wanted language, else the studio's, else any that has a name. */
export function productTextIn(texts: ProductTexts, wanted: Language, ofStudio: Language): ProductText {
  const order = [wanted, ofStudio, ...LANGUAGES];
  const found = order.map((one) => texts[one]).find((one) => one && one.name !== '');
  return found ?? { name: '', description: '' };
}

/** Pieces, price and discount of a line; amounts in minor units. */
export interface PricedLine {
  quantity: number;
  unitAmount: number;
  discount: number;
}

/** Returns what a line charges. */
export const lineAmount = ({ quantity, unitAmount, discount }: PricedLine): number => quantity * unitAmount - discount;

/** A product, or something else with a title, that is added to an order. */
export const newLine = z
  .strictObject({
    productId: rowId.nullable(),
    title: line.min(1).max(200),
    quantity: z.number().int().min(1).max(999),
    unitAmount: money,
    discount: money,
  })
  .refine((one) => lineAmount(one) >= 0 && one.quantity * one.unitAmount <= MAX_MONEY, { path: ['discount'] });

/** The source of a line that a member adds, under an id of its own. */
export const productSource = (id: string): string => `product:${id}`;

/** A stored line. */
export interface OrderLine {
  readonly position: number;
  readonly source: string;
  readonly title: string;
  readonly amount: number;
  readonly isCorrection: boolean;
  readonly productId: string | null;
  readonly quantity: number;
  readonly unitAmount: number | null;
  readonly discount: number;
}

/** What an order charges for one source: its line and what corrects it. */
export interface MergedLine {
  source: string;
  title: string;
  productId: string | null;
  quantity: number;
  unitAmount: number | null;
  /** Off the line, and off it later, in minor units; removed lines have none. */
  discount: number;
  amount: number;
  /** A member added it, and may remove it. */
  isProduct: boolean;
}

/** Returns what an order charges, by source in the order of their first lines; sources that charge nothing are left out. */
export function mergeLines(lines: readonly OrderLine[]): MergedLine[] {
  const bySource = Map.groupBy(
    lines.toSorted((one, other) => one.position - other.position),
    ({ source }) => source,
  );
  return [...bySource].flatMap(([source, [first, ...corrections]]) => {
    if (!first) return [];
    const corrected = corrections.reduce((sum, { amount }) => sum + amount, 0);
    const amount = first.amount + corrected;
    const isProduct = source.startsWith('product:');
    // A product that costs nothing stays, until it is removed.
    if (amount === 0 && !(isProduct && first.amount === 0)) return [];
    const { title, productId, quantity, unitAmount, discount } = first;
    return [{ source, title, productId, quantity, unitAmount, discount: discount - corrected, amount, isProduct }];
  });
}

/** Returns what an order charges by the titles of its lines; empty if none has one. */
export const titlesOf = (lines: readonly OrderLine[]): string =>
  mergeLines(lines)
    .map(({ title }) => title)
    .filter((title) => title !== '')
    .join(', ');
