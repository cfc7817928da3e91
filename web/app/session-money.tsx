import { useParams } from 'react-router-dom';
import { rowId } from '#core/domain/ids.ts';
import { can } from '#core/domain/roles.ts';
import { SessionPayments } from '#web/features/payments/session-payments.tsx';
import { useAccount } from '#web/lib/accounts.tsx';

/** The money of the session in the address, for those who see any; nothing of it is asked for by others. */
export function SessionMoney() {
  const { role } = useAccount();
  const id = rowId.safeParse(useParams()['sessionId']).data;
  return id && can(role, 'money.read') ? <SessionPayments sessionId={id} /> : null;
}
