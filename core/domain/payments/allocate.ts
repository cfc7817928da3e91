/**
 * Divides an amount by weights: each gets its share, rounded down, and the largest remainders one unit more; of equal
 * ones, the first. The parts sum to the amount, each is within one unit of its exact share, and weights of zero get
 * nothing.
 * @param amount minor units, at least 0; 0 if all weights are 0
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  // In integers of any size: a product of two amounts exceeds what a number holds exactly.
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((share) => Number(share / BigInt(sum)));
  const order = exact
    .map((share, index) => ({ index, rest: share % BigInt(sum) }))
    .sort((one, other) => Number(other.rest - one.rest) || one.index - other.index);
  const left = amount - parts.reduce((all, part) => all + part, 0);
  for (const { index } of order.slice(0, left)) parts[index]! += 1;
  return parts;
}
