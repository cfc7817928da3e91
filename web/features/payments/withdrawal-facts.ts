/** Of an order; times in epoch milliseconds. */
export interface WithdrawalFacts {
  readonly withdrawnAt: number | null;
  readonly withdrawnName: string;
  readonly withdrawalSettledAt: number | null;
  /** Sources of the lines that it covers. */
  readonly withdrawnSources: readonly string[] | null;
}

/** True from a client's withdrawal until the studio has dealt with it. */
export const isUnsettled = (order: Pick<WithdrawalFacts, 'withdrawnAt' | 'withdrawalSettledAt'> | undefined): boolean =>
  order !== undefined && order.withdrawnAt !== null && order.withdrawalSettledAt === null;
