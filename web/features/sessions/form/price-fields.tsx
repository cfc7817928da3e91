import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { MoneyInput } from '#web/components/ui/money-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import type { Amount } from '#web/lib/amount.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { readPrice } from '#web/lib/price.ts';

interface PriceFieldsProps {
  price: Amount;
  deposit: Amount;
  onChange: (value: { price: Amount; deposit: Amount }) => void;
  /** It was to be sent already: from then on, what is no amount is marked. */
  checked: boolean;
}

/** What it is to cost, and how much of it at the booking. */
export function PriceFields({ price, deposit, onChange, checked }: PriceFieldsProps) {
  const { t } = useTranslation('sessions');
  const { currency } = useAccount();
  const language = currentLanguage();
  const { wrong } = readPrice(price, deposit);
  const errorOf = (field: keyof typeof wrong) => {
    if (wrong[field] === 'tooLarge') return t('depositTooLarge');
    return checked && wrong[field] ? t('noAmount') : undefined;
  };
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <Field label={t('price')} optional error={errorOf('price')}>
        <MoneyInput
          value={price}
          onChange={(next) => onChange({ price: next, deposit })}
          currency={currency}
          language={language}
        />
      </Field>
      <Field label={t('deposit')} optional error={errorOf('deposit')}>
        <MoneyInput
          value={deposit}
          onChange={(next) => onChange({ price, deposit: next })}
          currency={currency}
          language={language}
        />
      </Field>
    </div>
  );
}
