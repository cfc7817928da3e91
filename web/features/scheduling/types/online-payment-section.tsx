import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { amountAtBooking, ONLINE_PAYMENTS, type OnlinePayment } from '#core/domain/payments/card-payments.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { SessionTypeRow } from '../types.ts';

/** The payment by card that booking a session type requires; for members who may see money. */
export function OnlinePaymentSection({ type }: { type: SessionTypeRow }) {
  const { role } = useAccount();
  if (!readConfig().cardPayments || !can(role, 'money.write')) return null;
  return <OnlinePaymentChoice type={type} />;
}

function OnlinePaymentChoice({ type }: { type: SessionTypeRow }) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  const [account] = useQuery(queries.stripeAccounts.current());
  const { id, onlinePayment } = type;
  const price = type.price?.price ?? null;
  const deposit = type.price?.deposit ?? null;
  const set = (to: OnlinePayment) =>
    mutators.sessionTypes.update({ id, changes: { onlinePayment: to }, now: Date.now() });
  const amountOf = (choice: OnlinePayment) => amountAtBooking({ onlinePayment: choice, price, deposit });
  const hint = (choice: OnlinePayment) => {
    if (choice === 'none') return t('online.noneHint');
    const amount = amountOf(choice);
    return amount > 0 ? format.money(amount) : t(`online.${choice}Missing`);
  };
  return (
    <PageSection title={t('online.title')}>
      <p className="measure text-soft">{t(type.requiresApproval ? 'online.introApproval' : 'online.intro')}</p>
      {account?.status !== 'active' && (
        <Banner
          tone="info"
          action={
            can(role, 'billing.manage') && (
              <Link to={paths.cardPayments} className="thumb underline">
                {t('online.connect')}
              </Link>
            )
          }
        >
          {t('online.inactive')}
        </Banner>
      )}
      <RadioGroup
        label={t('online.label')}
        value={onlinePayment}
        onChange={(to) => void mutate(set(to), { done: t('online.saved'), undo: () => set(onlinePayment) })}
        options={ONLINE_PAYMENTS.map((choice) => ({
          value: choice,
          label: t(`online.${choice}`),
          hint: hint(choice),
          disabled: choice !== onlinePayment && choice !== 'none' && amountOf(choice) === 0,
        }))}
      />
    </PageSection>
  );
}
