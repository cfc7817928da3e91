import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { NotesPanel } from '#web/components/layout/notes-panel.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import type { CustomerRow } from '../customer-rows.ts';

/** What the studio wants to remember of a client. */
export function NotesSection({ customer: { id, notes } }: { customer: CustomerRow }) {
  const { role } = useAccount();
  return (
    <NotesPanel
      draftKey={`customer-notes:${id}`}
      stored={notes}
      readOnly={!can(role, 'customers.note')}
      request={(text, base) => mutators.customers.setNotes({ id, notes: text, base, now: Date.now() })}
    />
  );
}
