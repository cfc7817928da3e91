import { can } from '#core/domain/roles.ts';
import { CustomerPayments } from '#web/features/payments/customer-payments.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { sessionHref } from './paths.ts';

/** A client's payments, for those who see any; nothing of it is asked for by others. */
export function CustomerMoney({ customerId }: { customerId: string }) {
  const { role } = useAccount();
  return can(role, 'money.read') ? <CustomerPayments customerId={customerId} sessionHref={sessionHref} /> : null;
}
