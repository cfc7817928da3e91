import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';

/** Amounts in the studio's currency unless a payment says another, days of its zone, names of methods. */
export function usePaymentLabels() {
  const { t } = useTranslation('payments');
  const { currency, timeZone } = useAccount();
  const language = currentLanguage();
  const names: Readonly<Record<string, string>> = t('methods', { returnObjects: true });
  return {
    money: (amount: number, of = currency) => formatMoney(amount, of, language),
    day: (epochMs: number) => formatDate(epochMs, language, timeZone),
    /** One of those that are offered in our words, another as it was typed. */
    method: (method: string) => (Object.hasOwn(names, method) ? (names[method] ?? method) : method),
  };
}
