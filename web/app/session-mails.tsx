import { useParams } from 'react-router-dom';
import { rowId } from '#core/domain/ids.ts';
import { SessionMessages } from '#web/features/mails/session-messages.tsx';

/** Mails about the session in the address; the page itself says when there is none. */
export function SessionMails() {
  const id = rowId.safeParse(useParams()['sessionId']).data;
  return id ? <SessionMessages sessionId={id} /> : null;
}
