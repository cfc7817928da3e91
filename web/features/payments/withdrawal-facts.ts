/** Of an order; times in epoch milliseconds. */
export interface WithdrawalFacts {
  readonly withdrawnAt: number | null;
  readonly withdrawnName: string;
  readonly withdrawalSettledAt: number | null;
}

/** True from a client's withdrawal until the studio has dealt with it. */
export const isUnsettled = (order: Omit<WithdrawalFacts, 'withdrawnName'> | undefined): boolean =>
  order !== undefined && order.withdrawnAt !== null && order.withdrawalSettledAt === null;
