import { plainLines } from '#core/domain/values/format.ts';

/** A calendar as in RFC 5545, for mail attachments and subscriptions. All times in UTC. */
export interface Calendar {
  /** Name in the list of calendar programs. */
  name: string;
  /** REQUEST adds an appointment to the recipient's calendar and CANCEL removes it; PUBLISH only shows it. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  /** Required for PUBLISH (RFC 5546 §3.2.1). */
  organizer: CalendarOrganizer | null;
  events: readonly CalendarEvent[];
  /** Suggested refresh interval of a feed. */
  refreshMinutes?: number;
}

export interface CalendarEvent {
  /** Constant for the life of the appointment, see `sessionUid`. */
  uid: string;
  /** Increases with every change: calendars keep the highest. */
  sequence: number;
  /** Time of writing, then start and end of the appointment; epoch milliseconds. */
  stamp: number;
  start: number;
  end: number;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  summary: string;
  description: string;
  location: string;
  attendee?: CalendarPerson;
  url?: string;
}

export interface CalendarPerson {
  name: string;
  email: string;
}

/** The studio; one that shows no email is addressed by its page. */
interface CalendarOrganizer extends CalendarPerson {
  url: string;
}

/** Returns the globally unique UID of a session. */
export function sessionUid(sessionId: string, origin: string): string {
  return `${sessionId}@${new URL(origin).hostname}`;
}

export function renderCalendar({ name, method, organizer, events, refreshMinutes }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Albumen//Albumen//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(refreshMinutes
      ? [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`, `X-PUBLISHED-TTL:PT${refreshMinutes}M`]
      : []),
    ...events.flatMap((event) => eventLines(event, organizer)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLines(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent, organizer: CalendarOrganizer | null): string[] {
  const { attendee, url } = event;
  const optional = (name: string, value: string) => (value === '' ? [] : [`${name}:${escapeText(value)}`]);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.stamp)}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `STATUS:${event.status}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...optional('DESCRIPTION', event.description),
    ...optional('LOCATION', event.location),
    ...(organizer ? [organizerLine(organizer)] : []),
    ...(attendee ? [attendeeLine(attendee)] : []),
    ...(url ? [`URL:${uri(url)}`] : []),
    'END:VEVENT',
  ];
}

function organizerLine({ name, email, url }: CalendarOrganizer): string {
  return `ORGANIZER;CN=${parameter(name)}:${email ? `mailto:${mailAddress(email)}` : uri(url)}`;
}

/**
 * The client has booked, so the attendee has accepted: calendar programs must not ask for a reply, which nobody would
 * read.
 */
function attendeeLine({ name, email }: CalendarPerson): string {
  return `ATTENDEE;CN=${parameter(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${mailAddress(email)}`;
}

/** Formats as `20261121T090000Z`. */
function utc(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Escapes a text (RFC 5545 §3.3.11). */
function escapeText(text: string): string {
  return plainLines(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Quotes a parameter. The format has no escapes, so double quotes are replaced (RFC 5545 §3.2). */
function parameter(text: string): string {
  return `"${plainLines(text).replace(/\s/g, ' ').replaceAll('"', '”')}"`;
}

const uri = (url: string) => url.replace(/[^\x21-\x7e]/g, encodeURIComponent);

/** Emails are validated on input; this only prevents a line break. */
function mailAddress(email: string): string {
  return email.replace(/[\s\p{Cc};,:"]/gu, '');
}

const FOLD_OCTETS = 75;

/** Folds lines at 75 octets, never within a letter (RFC 5545 §3.1). Continuation lines begin with a space. */
function foldLines(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > FOLD_OCTETS) {
      parts.push(part);
      part = '';
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
