import type { Foundations } from './foundations.ts';
import { physical } from './names.ts';

/**
 * Tells when the account's month comes to cost more than was meant. The account's and not the stage's: AWS tells
 * costs apart by a tag only once somebody activated that tag, and a budget of nothing would never say a word.
 */
export function budget({ settings, operator: { alertsTo } }: Foundations): void {
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notificationType,
    threshold,
    thresholdType: 'PERCENTAGE',
    comparisonOperator: 'GREATER_THAN',
    subscriberEmailAddresses: [alertsTo],
  });
  new aws.budgets.Budget('Budget', {
    name: physical('budget'),
    budgetType: 'COST',
    timeUnit: 'MONTHLY',
    limitAmount: String(settings.budgetUsd),
    limitUnit: 'USD',
    notifications: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
}
