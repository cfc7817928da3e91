import { money } from '#core/domain/money.ts';
import type { Amount } from './amount.ts';

/** Why a field of a price cannot be sent: there is no amount in it, or the deposit is no part of the price. */
type Wrong = 'amount' | 'tooLarge';

interface ReadPrice {
  /** What is sent; null while a field is wrong. */
  amounts: { price: number; deposit: number } | null;
  wrong: { price?: Wrong; deposit?: Wrong };
}

/** A price and the part of it that is paid ahead, as two fields have them. An empty one says zero. */
export function readPrice(price: Amount, deposit: Amount): ReadPrice {
  const [whole, part] = [money.safeParse(price ?? 0), money.safeParse(deposit ?? 0)];
  if (whole.success && part.success && part.data <= whole.data) {
    return { amounts: { price: whole.data, deposit: part.data }, wrong: {} };
  }
  const wrong: ReadPrice['wrong'] = {};
  if (!whole.success) wrong.price = 'amount';
  if (!part.success) wrong.deposit = 'amount';
  else if (whole.success) wrong.deposit = 'tooLarge';
  return { amounts: null, wrong };
}
