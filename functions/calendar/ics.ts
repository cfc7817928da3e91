/** A calendar as RFC 5545 writes it: what mails bring along and calendar programs subscribe to. All times in UTC. */
export interface Calendar {
  /** As calendar programs list it. */
  name: string;
  /** REQUEST and CANCEL put an appointment into the recipient's calendar or take it out; PUBLISH only shows it. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  events: readonly CalendarEvent[];
  /** Of a feed: how often it is worth looking again. */
  refreshMinutes?: number;
}

export interface CalendarEvent {
  /** The same for as long as the appointment lives, whatever happens to it: see `sessionUid`. */
  uid: string;
  /** Larger after every change: calendars keep the largest. */
  sequence: number;
  /** When this was written, and the appointment's own time, epoch milliseconds. */
  stamp: number;
  start: number;
  end: number;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  summary: string;
  description: string;
  location: string;
  organizer?: CalendarPerson;
  attendee?: CalendarPerson;
  url?: string;
}

export interface CalendarPerson {
  name: string;
  email: string;
}

/** A session's name among all appointments of the world. */
export function sessionUid(sessionId: string, origin: string): string {
  return `${sessionId}@${new URL(origin).hostname}`;
}

export function renderCalendar({ name, method, events, refreshMinutes }: Calendar): string {
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
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLines(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const { organizer, attendee, url } = event;
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
    ...(organizer ? [`ORGANIZER;CN=${parameter(organizer.name)}:mailto:${mailAddress(organizer.email)}`] : []),
    ...(attendee ? [attendeeLine(attendee)] : []),
    ...(url ? [`URL:${url.replace(/[^\x21-\x7e]/g, encodeURIComponent)}`] : []),
    'END:VEVENT',
  ];
}

/** Who has booked has accepted: no program is to ask for an answer, which nobody would read. */
function attendeeLine({ name, email }: CalendarPerson): string {
  return `ATTENDEE;CN=${parameter(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${mailAddress(email)}`;
}

/** `20261121T090000Z` */
function utc(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** RFC 5545 §3.3.11. What is neither text nor a line break cannot be written at all. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** A quoted parameter; it knows no escapes, so quotes become such as nobody minds (RFC 5545 §3.2). */
function parameter(text: string): string {
  return `"${text.toWellFormed().replace(/\s/g, ' ').replace(CONTROLS, '').replaceAll('"', '”')}"`;
}

/** Addresses were checked when they were typed: this only keeps one from becoming two lines. */
function mailAddress(email: string): string {
  return email.replace(/[\s;,:"]/g, '');
}

const FOLD_OCTETS = 75;

/** Lines of at most 75 octets, never broken within a letter (RFC 5545 §3.1); each but the first begins with a space. */
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
