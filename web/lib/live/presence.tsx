import { useQuery } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LivePerson, OpenRecord } from '#core/domain/galleries/live.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '../accounts/accounts.tsx';
import { useAuth } from '../auth/auth-session.tsx';
import { importTwice } from '../browser/outdated-page.ts';
import type { Joined } from './live-connection.ts';
import { type PresentPerson, presentPeople } from './present-people.ts';

interface PresenceState {
  people: readonly LivePerson[];
  at: (record: OpenRecord) => void;
}

const PresenceContext = createContext<PresenceState>({ people: [], at: () => {} });

/** Connects the back office of a team to its room. A studio of one person needs no connection. */
export function PresenceProvider({ children }: { children: ReactNode }) {
  const { id: accountId } = useAccount();
  const { client } = useAuth();
  const [members] = useQuery(queries.team.members());
  const isTeam = members.length > 1;
  const [people, setPeople] = useState<readonly LivePerson[]>([]);
  const joined = useRef<Joined | null>(null);
  const record = useRef<OpenRecord>('');
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (!isTeam) return;
    let hasLeft = false;
    const getToken = async () => (await client.getSession()).data.session?.access_token ?? null;
    importTwice(() => import('./member-live.ts')).then(
      ({ memberLive }) => {
        if (hasLeft) return;
        const live = memberLive(accountId, getToken);
        joined.current = live.join(`b:${accountId}`, { rev: null, onPeople: setPeople });
        joined.current.at(record.current);
      },
      // Without its script there is no presence.
      () => {},
    );
    return () => {
      hasLeft = true;
      joined.current?.leave();
      joined.current = null;
      setPeople([]);
    };
  }, [isTeam, accountId, client]);

  const at = useCallback((next: OpenRecord) => {
    record.current = next;
    // One message for a navigation, which closes a row and opens the next.
    clearTimeout(telling.current);
    telling.current = setTimeout(() => joined.current?.at(record.current));
  }, []);
  const state = useMemo(() => ({ people, at }), [people, at]);
  return <PresenceContext value={state}>{children}</PresenceContext>;
}

/**
 * Tells the team that this row is open here.
 * @returns the others who have it open, and whether there can be any
 */
export function usePresence(record: OpenRecord): { others: PresentPerson[]; isTeam: boolean } {
  const { t } = useTranslation('app');
  const { people, at } = use(PresenceContext);
  const self = useAuth().session?.user.id;
  const [members] = useQuery(queries.team.members());
  useEffect(() => {
    at(record);
    return () => at('');
  }, [at, record]);
  const others = presentPeople({ people, record, self, members, nameless: t('presence.someone') });
  return { others, isTeam: members.length > 1 };
}
