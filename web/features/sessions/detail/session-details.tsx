import { useQuery } from '@rocicorp/zero/react';
import { CalendarClock, MapPin, Timer, User, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { telHref } from '#core/domain/values/format.ts';
import { MAX_NOTES } from '#core/domain/values/primitives.ts';
import { can } from '#core/domain/studio/roles.ts';
import { sessionEnd } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { NotesPanel } from '#web/components/layout/notes-panel.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { customerHref } from '#web/lib/paths.ts';
import { MapLink } from '../form/location-fields.tsx';
import { sessionLocation } from '../session-labels.ts';
import type { SessionRow } from '../types.ts';

interface SessionDetailsProps {
  session: SessionRow;
}

/** One of several links below each other: on a phone each has the height of a thumb. */
const thumbLinkClass = 'max-md:flex max-md:min-h-control max-md:items-center';

/** Time, location and client of a session. */
export function SessionDetails({ session }: SessionDetailsProps) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const [members] = useQuery(queries.team.members());
  const { customer, duration, photographerId } = session;
  const location = sessionLocation(session);
  const member = members.find(({ userId }) => userId === photographerId);
  return (
    <dl className="flex flex-col divide-y divide-line border-y border-line">
      <Detail icon={<CalendarClock />} name={t('when')}>
        <span data-figures>{format.span({ start: session.date, end: sessionEnd(session) })}</span>
      </Detail>
      <Detail icon={<Timer />} name={t('lengthName')}>
        {format.duration(duration, false)}
      </Detail>
      <Detail icon={<MapPin />} name={t('place.label')}>
        {location ? (
          <div className="flex flex-col">
            <span className="wrap-anywhere">{location.name}</span>
            {location.address && <span className="text-caption wrap-anywhere text-soft">{location.address}</span>}
            {location.map && <MapLink href={location.map} />}
          </div>
        ) : (
          <span className="text-soft">{t('place.none')}</span>
        )}
      </Detail>
      {customer && (
        <Detail icon={<User />} name={t('client')}>
          <div className="flex flex-col max-md:-my-2.5">
            <Link to={customerHref(customer.id)} className={thumbLinkClass}>
              {customer.name}
            </Link>
            <span className="flex flex-wrap gap-x-4 text-caption text-soft">
              {customer.email && (
                <a href={`mailto:${customer.email}`} className={thumbLinkClass}>
                  {customer.email}
                </a>
              )}
              {customer.phone && (
                <a href={telHref(customer.phone)} className={thumbLinkClass}>
                  {customer.phone}
                </a>
              )}
            </span>
          </div>
        </Detail>
      )}
      {(members.length > 1 || member) && (
        <Detail icon={<UserRound />} name={t('photographer')}>
          {member ? member.name || member.email : <span className="text-soft">{t('anybody')}</span>}
        </Detail>
      )}
    </dl>
  );
}

function Detail({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 py-3">
      <dt className="flex w-32 shrink-0 items-start gap-2 text-soft max-sm:w-24">
        <span aria-hidden className="mt-1 hidden sm:flex *:size-4 *:stroke-[1.75]">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="min-w-0 grow">{children}</dd>
    </div>
  );
}

/** Internal notes, which clients never see. */
export function Notes({ session: { id, notes } }: { session: SessionRow }) {
  const { role } = useAccount();
  return (
    <NotesPanel
      draftKey={`session-notes:${id}`}
      stored={notes}
      maxLength={MAX_NOTES}
      readOnly={!can(role, 'sessions.note')}
      request={(text, base) => mutators.sessions.setNotes({ id, notes: text, base, now: Date.now() })}
    />
  );
}
