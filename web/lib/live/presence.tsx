import { useQuery } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LivePerson, Place } from '#core/domain/live.ts';
import { queries } from '#core/zero/queries.ts';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { useAccount } from '../accounts/accounts.tsx';
import { useAuth } from '../auth/auth-session.tsx';
import { importTwice } from '../browser/outdated-page.ts';
import type { Joined } from './live-connection.ts';
import { presentPeople } from './present-people.ts';

interface PresenceState {
  people: readonly LivePerson[];
  at: (place: Place) => void;
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
  const place = useRef<Place>('');
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
        joined.current.at(place.current);
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

  const at = useCallback((next: Place) => {
    place.current = next;
    // One message for a navigation, which closes a row and opens the next.
    clearTimeout(telling.current);
    telling.current = setTimeout(() => joined.current?.at(place.current));
  }, []);
  const state = useMemo(() => ({ people, at }), [people, at]);
  return <PresenceContext value={state}>{children}</PresenceContext>;
}

/** Number of people who are shown by their initials. */
const MAX_MARKS = 4;

/** Tells the team that this row is open here, and names the others who have it open. */
export function Presence({ place }: { place: Place }) {
  const { t } = useTranslation('app');
  const { people, at } = use(PresenceContext);
  const self = useAuth().session?.user.id;
  const [members] = useQuery(queries.team.members());
  useEffect(() => {
    at(place);
    return () => at('');
  }, [at, place]);
  const others = presentPeople({ people, place, self, members, nameless: t('presence.someone') });
  const [first] = others;
  return (
    // As high with people as without, so that nothing below moves.
    <output className={members.length > 1 ? 'flex min-h-6 min-w-0 items-center' : undefined}>
      {first && (
        <span className="inline-flex max-w-full items-center gap-2 text-caption">
          <span className="flex shrink-0 gap-1">
            {others.slice(0, MAX_MARKS).map(({ id, name, color }) => (
              <Tooltip key={id} text={name}>
                <span className="flex">
                  <PersonMark name={name} color={color} size="small" />
                </span>
              </Tooltip>
            ))}
          </span>
          {others.length === 1 ? (
            <span className="truncate">{t('presence.one', { name: first.name })}</span>
          ) : (
            <>
              <span aria-hidden>{t('presence.many', { count: others.length })}</span>
              <span className="sr-only">
                {t('presence.list', { names: others.map(({ name }) => name).join(', ') })}
              </span>
            </>
          )}
        </span>
      )}
    </output>
  );
}
