import { sessionTitle, type TitledSession } from '#core/domain/sessions/sessions.ts';

interface Subject {
  readonly session?: TitledSession | undefined;
  readonly order?: { readonly gallery?: { readonly name: string } | undefined } | undefined;
}

/** Names what is paid for in a list of one client or of all: a session, by its own name or its type's, or a gallery. */
export function paymentSubject({ session, order }: Subject): string | undefined {
  return (session && sessionTitle(session)) || order?.gallery?.name;
}
