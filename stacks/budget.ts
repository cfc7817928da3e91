import type { Foundations } from './foundations.ts';
import { physical } from './names.ts';

/**
 * Tells when a month comes to cost more than was meant. A protected stage watches the whole account: AWS tells costs
 * apart by a tag only once somebody has activated that tag (docs/operations.md), and until then a budget of the stage
 * would never say a word. The others watch themselves, since the account's costs would be too much for each of them.
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
    ...(settings.protect ? {} : { costFilters: [{ name: 'TagKeyValue', values: [`user:stage$${$app.stage}`] }] }),
    notifications: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
}
