import type { Language } from '#core/domain/languages.ts';
import { mailDate, mailPlace, mailTime } from '#core/domain/mail-values.ts';
import type { StudioNoticeKind } from '#core/domain/notifications.ts';
import type { SessionStatus } from '#core/domain/sessions.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import type { EffectRun } from './effect-run.ts';
import { type NoticeSubject, writeStudioNotice } from './studio-notice-mail.ts';

interface Studio {
  studio: string;
  language: Language;
  timeZone: string;
  /** Its address, or else its owners'. */
  addresses: string[];
}

interface NoticedSession {
  client: string;
  status: SessionStatus;
  start: number;
  end: number;
  type: string;
  place: { name: string; address: string } | null;
  location: string;
  message: string;
}

/** Tells a studio by mail, at its own address; what it says is as the session is now. */
export async function sendStudioNotice({ wish, payload, jobs }: EffectRun<'studio.notice'>): Promise<void> {
  const studio = await studioOf(jobs.db, payload.accountId);
  if (!studio) return;
  const { language, timeZone } = studio;
  const sessions = await sessionsOf(jobs.db, payload);
  const [first] = sessions;
  if (!first) return;
  const about = subjectOf(payload.what, first);
  const isDay = payload.what === 'day';
  const mail = writeStudioNotice({
    about,
    language,
    studio: studio.studio,
    client: first.client,
    date: mailDate(first.start, language, timeZone),
    facts: sessions.map((session) => factsOf(session, studio, isDay)),
    message: payload.what === 'booking' ? first.message : '',
    link: `${jobs.appOrigin}/app/${isDay ? 'scheduling' : `clients/sessions/${payload.sessionId}`}`,
  });
  for (const [index, to] of studio.addresses.entries()) {
    await jobs.sendMail({ ...mail, to, fromName: studio.studio, replyTo: '', language, id: `${wish}-${index}` });
  }
}

/** What the act was, by what has become of the session since. */
function subjectOf(what: StudioNoticeKind, { status }: NoticedSession): NoticeSubject {
  if (what === 'day') return 'day';
  if (what === 'failedMail') return 'failed';
  // What was only asked for is declined where its client takes it back.
  if (status === 'cancelled' || status === 'declined') return 'cancelled';
  if (what === 'change') return 'moved';
  return status === 'inquiry' ? 'requested' : 'booked';
}

async function studioOf(db: Queryable, accountId: string): Promise<Studio | undefined> {
  const [studio] = await db.query<Studio & { address: string; owners: string[] }>(
    `select coalesce(nullif(g.value ->> 'businessName', ''), a.name) as studio, a.language, a.time_zone as "timeZone",
       coalesce(g.value ->> 'email', '') as address,
       array(select email from account_members where account_id = a.id and role = 'owner' and email <> ''
         order by created_at, user_id) as owners
     from accounts a left join settings g on g.account_id = a.id and g.key = 'photographer'
     where a.id = $1 and a.deleted_at is null`,
    [accountId],
  );
  return studio && { ...studio, addresses: studio.address ? [studio.address] : studio.owners };
}

/** The session that it is about, or all of the day that take their time in the calendar. */
async function sessionsOf(
  db: Queryable,
  { accountId, sessionId, day }: EffectRun<'studio.notice'>['payload'],
): Promise<NoticedSession[]> {
  return db.query<NoticedSession>(
    `select c.name as client, s.status, s.date as start, s.date + s.duration * interval '1 minute' as end,
       coalesce(nullif(s.type, ''), y.name, '') as type, s.location, s.client_message as message,
       case when l.id is not null then json_build_object('name', l.name, 'address', l.address) end as place
     from sessions s join customers c on c.account_id = s.account_id and c.id = s.customer_id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
     where s.account_id = $1 and s.deleted_at is null and (s.id = $2
       or s.date between $3 and $4 and s.status in ('scheduled', 'confirmed'))
     order by s.date, s.id limit ${MAX_SESSIONS}`,
    [accountId, sessionId ?? null, timestamp(day?.from), timestamp(day?.until)],
  );
}

/** More fit into no day, and into no mail that is read. */
const MAX_SESSIONS = 50;

/** The lines of one session; of a day's each, the day itself goes without saying. */
function factsOf(session: NoticedSession, { language, timeZone }: Studio, isDay: boolean): string {
  const { client, type, start, end, place, location } = session;
  const time = mailTime(start, end, language, timeZone);
  const lines = isDay ? [time, client, type] : [type, mailDate(start, language, timeZone), time];
  return [...lines, mailPlace(place, location)].filter(Boolean).join('\n');
}
