import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, renderCalendar, sessionUid } from './ics.ts';

const EVENT: CalendarEvent = {
  uid: sessionUid('0123456789abcdefghjk', 'https://albumen.example'),
  sequence: 3,
  stamp: Date.UTC(2026, 10, 1, 12),
  start: Date.UTC(2026, 10, 21, 9),
  end: Date.UTC(2026, 10, 21, 10, 30),
  status: 'CONFIRMED',
  summary: 'Retrat · Llum, Mar; i més',
  description: 'Primera línia\nSegona \\ línia',
  location: 'La platja, Passeig Marítim 1',
  attendee: { name: 'Núria', email: 'nuria@example.org' },
  url: 'https://albumen.example/p/llum/booking/x',
};

const organizer = { name: 'Llum "i" Mar', email: 'hola@llum.example', url: 'https://albumen.example/p/llum' };

/** Returns the unfolded content lines. */
const linesOf = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
/** Unescapes a text by RFC 5545 §3.3.11. */
const unescaped = (text: string) => text.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
const valueOf = (calendar: string, name: string) => {
  const line = linesOf(calendar).find((one) => one.startsWith(`${name}:`));
  return line === undefined ? undefined : unescaped(line.slice(name.length + 1));
};

describe('a calendar', () => {
  it('follows RFC 5545', () => {
    const lines = linesOf(renderCalendar({ name: 'Llum', method: 'REQUEST', organizer, events: [EVENT] }));
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Albumen//Albumen//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:REQUEST',
      'X-WR-CALNAME:Llum',
      'BEGIN:VEVENT',
      'UID:0123456789abcdefghjk@albumen.example',
      'SEQUENCE:3',
      'DTSTAMP:20261101T120000Z',
      'DTSTART:20261121T090000Z',
      'DTEND:20261121T103000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:Retrat · Llum\\, Mar\\; i més',
      'DESCRIPTION:Primera línia\\nSegona \\\\ línia',
      'LOCATION:La platja\\, Passeig Marítim 1',
      'ORGANIZER;CN="Llum ”i” Mar":mailto:hola@llum.example',
      'ATTENDEE;CN="Núria";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:nuria@example.org',
      'URL:https://albumen.example/p/llum/booking/x',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  it('names the page of a studio without an email as its organizer', () => {
    const calendar = renderCalendar({
      name: 'F',
      method: 'PUBLISH',
      organizer: { ...organizer, email: '' },
      events: [EVENT],
    });
    expect(linesOf(calendar)).toContain('ORGANIZER;CN="Llum ”i” Mar":https://albumen.example/p/llum');
  });

  it('suggests a refresh interval, and contains every event', () => {
    const feed = renderCalendar({
      name: 'F',
      method: 'PUBLISH',
      organizer,
      events: [EVENT, EVENT],
      refreshMinutes: 30,
    });
    expect(linesOf(feed).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    expect(feed).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT30M\r\n');
  });

  it('folds by octets and returns every text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (a, b) => {
          const texts = { summary: a, description: `${b}\n${a}`, location: `x${b}` };
          const calendar = renderCalendar({ name: b, method: 'PUBLISH', organizer, events: [{ ...EVENT, ...texts }] });
          for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          const expected = (text: string) =>
            text
              .toWellFormed()
              .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
              .replace(/[^\P{Cc}\n\t]/gu, '');
          expect(valueOf(calendar, 'SUMMARY')).toBe(expected(texts.summary));
          expect(valueOf(calendar, 'DESCRIPTION')).toBe(expected(texts.description));
          expect(valueOf(calendar, 'LOCATION')).toBe(expected(texts.location));
        },
      ),
    );
  });

  it.each(['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'escapes %j, so that a text cannot add lines',
    (end) => {
      const hostile = `x${end}ATTENDEE:mailto:evil@example.org${end}`;
      const person = { name: hostile, email: `a@b.c${hostile}` };
      const event = {
        ...EVENT,
        summary: hostile,
        attendee: person,
        url: `https://a.example/${hostile}`,
      };
      const lines = renderCalendar({
        name: hostile,
        method: 'PUBLISH',
        organizer: { ...person, url: '' },
        events: [event],
      })
        .replaceAll('\r\n ', '')
        .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
        .slice(0, -1);
      expect(lines.filter((line) => line.startsWith('ATTENDEE:'))).toEqual([]);
      expect(lines).toHaveLength(21);
    },
  );
});
