import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { MoneyInput } from '#web/components/ui/money-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';

interface PriceFieldsProps {
  price: number | null;
  deposit: number | null;
  onChange: (value: { price: number | null; deposit: number | null }) => void;
}

/** What it is to cost, and how much of it at the booking. */
export function PriceFields({ price, deposit, onChange }: PriceFieldsProps) {
  const { t } = useTranslation('sessions');
  const { currency } = useAccount();
  const language = currentLanguage();
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <Field label={t('price')} optional>
        <MoneyInput
          value={price}
          onChange={(next) => onChange({ price: next, deposit })}
          currency={currency}
          language={language}
        />
      </Field>
      <Field label={t('deposit')} optional error={(deposit ?? 0) > (price ?? 0) ? t('depositTooLarge') : undefined}>
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
