import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { NotesPanel } from '#web/components/layout/notes-panel.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import type { SessionRow } from '../session-rows.ts';

/** For the studio's own eyes. */
export function Notes({ session: { id, notes } }: { session: SessionRow }) {
  const { role } = useAccount();
  return (
    <NotesPanel
      draftKey={`session-notes:${id}`}
      stored={notes}
      readOnly={!can(role, 'sessions.note')}
      request={(text, base) => mutators.sessions.setNotes({ id, notes: text, base, now: Date.now() })}
    />
  );
}
