import { creditorReference, inGroups } from '#core/domain/payments/transfer-code.ts';
import { formatLongDate, formatMoment } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/withdrawal.json' with { type: 'json' };
import en from '#locales/en/withdrawal.json' with { type: 'json' };
import es from '#locales/es/withdrawal.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';
import type { OrderWithdrawal } from './withdrawal.ts';

const TEXTS = { en, es, ca } as const;

/** Returns a text of the withdrawal in a language. */
export const withdrawalText = (
  language: Language,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string => formatText(TEXTS[language], language, key, values);

/** Returns what a withdrawal is about, a line each: the session or gallery, the lines, the order's reference. */
export function withdrawnFrom(
  { orderId, name, date, covered, timeZone }: OrderWithdrawal,
  language: Language,
): string[] {
  const text = (key: string, values?: Record<string, string>) => withdrawalText(language, key, values);
  const day = date === null ? '' : formatLongDate(date, language, timeZone);
  const titles = covered.map(
    ({ source, title }) => title || text(source === 'price' ? 'statement.price' : 'statement.extras'),
  );
  return [
    [name, day].filter(Boolean).join(', '),
    ...titles.map((title) => `– ${title}`),
    text('statement.order', { reference: inGroups(creditorReference(orderId)) }),
  ].filter(Boolean);
}

/** Returns a declared withdrawal as it is confirmed: what it is about, who declared it, and when. */
export function withdrawalStatement(order: OrderWithdrawal, language: Language): string {
  const { studio, withdrawnAt, withdrawnName, timeZone } = order;
  const moment = formatMoment(withdrawnAt ?? 0, language, timeZone);
  return [
    withdrawalText(language, 'statement.about', { studio }),
    ...withdrawnFrom(order, language),
    withdrawalText(language, 'statement.by', { name: withdrawnName, moment }),
  ].join('\n');
}
