import type { Foundations } from './foundations.ts';
import { physical } from './names.ts';

/**
 * Mails the operator when a month exceeds the budget. A protected stage watches the whole account: AWS filters costs by
 * a tag only once it is activated (docs/operations.md), and until then a stage's budget would stay at zero. Other
 * stages watch their own costs, since each would exceed its budget with the account's.
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
