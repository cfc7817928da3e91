import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts';

/*
 * Every limit of requests, as one table. docs/limits.md describes each row; tests compare the two, and check that no
 * limit which anybody can use up refuses the clients of a studio.
 */

/** Whose requests are counted together. `mailbox` is an email address as entered by the visitor. */
export type LimitSubject =
  | 'network'
  | 'account'
  | 'gallery'
  | 'visitor'
  | 'mailbox'
  | 'user'
  | 'session'
  | 'contract'
  | 'questionnaire'
  | 'link'
  | 'grant'
  | 'token';

export interface RequestLimit {
  per: readonly LimitSubject[];
  max: number;
  windowMs: number;
  /** Who can use it up: `holder` has a secret link or token of their own, `member` is signed in to the studio. */
  by: 'anybody' | 'holder' | 'member';
  /**
   * A used up limit refuses no request: from then on each network has so many, or with `silence` the request is
   * answered as always and sends nothing more.
   */
  above?: { max: number; windowMs: number } | 'silence';
}

/** The same allowance for a whole /48 of IPv6: a business, or a tunnel, with several networks at the same time. */
export const WIDE_FACTOR = 4;

/** Twice the largest team (`MAX_TEAM_MEMBERS`; a test compares them, because its module needs zod). */
const WHOLE_TEAMS = 400;
const QUARTER_MS = 15 * MINUTE_MS;
const TEN_MS = 10 * MINUTE_MS;

export const REQUEST_LIMITS = {
  // Galleries. A right password or PIN does not count.
  'gallery-password': { per: ['gallery', 'network'], max: 10, windowMs: QUARTER_MS, by: 'anybody' },
  /** Wrong passwords from all networks: guests of a wedding mistype fewer. */
  'gallery-passwords': {
    per: ['gallery'],
    max: 60,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 3, windowMs: QUARTER_MS },
  },
  'gallery-pin': { per: ['gallery', 'network'], max: 10, windowMs: QUARTER_MS, by: 'anybody' },
  /**
   * Four digits are 10,000 guesses, and networks can be rented, so a PIN (up to eight digits) is only a second check
   * behind the gallery's own access.
   */
  'gallery-pins': {
    per: ['gallery'],
    max: 200,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 3, windowMs: QUARTER_MS },
  },
  /** A wedding party behind one router, or a school; it stops programs from filling the table. */
  'new-visitors': { per: ['network'], max: 2000, windowMs: HOUR_MS, by: 'anybody' },
  /** A party behind one router. */
  'photo-views': { per: ['network'], max: 6000, windowMs: TEN_MS, by: 'anybody' },
  /** One every two seconds, continuously. */
  'photo-views-visitor': { per: ['visitor'], max: 300, windowMs: TEN_MS, by: 'anybody' },
  /**
   * Megabytes of signed downloads and of videos that are played: a wedding of 20 GB ten times. Each request counts whole
   * files, because nothing here sees what the store sends; a video counts once an hour for a visitor.
   */
  'downloaded-megabytes': { per: ['gallery', 'network'], max: 200_000, windowMs: DAY_MS, by: 'anybody' },
  /** The same by one invitation; downloads by others of its network do not count. */
  'downloaded-megabytes-invited': { per: ['grant'], max: 200_000, windowMs: DAY_MS, by: 'holder' },
  /** Renewals of an expired invitation, also of an unknown one: the answer is the same. */
  'invite-renewal': { per: ['token'], max: 3, windowMs: HOUR_MS, by: 'holder' },
  /** An office of guests. */
  'invite-renewals': { per: ['network'], max: 60, windowMs: HOUR_MS, by: 'anybody' },

  // Archives.
  archives: { per: ['gallery', 'visitor'], max: 30, windowMs: HOUR_MS, by: 'anybody' },
  /** A school may share one network. */
  'archives-network': { per: ['gallery', 'network'], max: 200, windowMs: HOUR_MS, by: 'anybody' },
  'archive-mails': { per: ['network'], max: 20, windowMs: HOUR_MS, by: 'anybody' },
  'archive-mails-gallery': {
    per: ['gallery', 'mailbox'],
    max: 5,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 1, windowMs: HOUR_MS },
  },
  'archive-mails-mailbox': {
    per: ['mailbox'],
    max: 10,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 1, windowMs: HOUR_MS },
  },

  // Choosing and comments.
  /** A wedding party behind one router. */
  'proofing-guests': { per: ['network'], max: 300, windowMs: HOUR_MS, by: 'anybody' },
  /** Guests who choose a first photo: no network can fill a gallery with its 1,000. */
  'proofing-guests-gallery': { per: ['gallery', 'network'], max: 150, windowMs: DAY_MS, by: 'anybody' },
  /** Hearts and changes of lists: two a second, continuously. */
  picks: { per: ['visitor'], max: 1200, windowMs: TEN_MS, by: 'anybody' },
  'picks-network': { per: ['network'], max: 12_000, windowMs: TEN_MS, by: 'anybody' },
  comments: { per: ['visitor'], max: 60, windowMs: TEN_MS, by: 'anybody' },
  'comments-network': { per: ['network'], max: 600, windowMs: TEN_MS, by: 'anybody' },
  'choices-mails': { per: ['network'], max: 10, windowMs: HOUR_MS, by: 'anybody' },
  /** Above it no further mail is sent: the links that were are in the mailbox. */
  'choices-mails-mailbox': { per: ['gallery', 'mailbox'], max: 3, windowMs: HOUR_MS, by: 'anybody', above: 'silence' },
  'choices-links': { per: ['network'], max: 60, windowMs: HOUR_MS, by: 'anybody' },

  // Guests' photos.
  'guest-upload-views': { per: ['network'], max: 300, windowMs: TEN_MS, by: 'anybody' },
  /** Requests of a few files each, for all guests of a wedding behind one router. */
  'guest-uploads': { per: ['network'], max: 700, windowMs: HOUR_MS, by: 'anybody' },
  /** Photos whose signed URL waits for the file, for as long as it lives: ten phones behind one router. */
  'guest-uploads-open': { per: ['gallery', 'network'], max: 60, windowMs: HOUR_MS, by: 'anybody' },
  /** Repeated while files arrive. */
  'guest-upload-confirmations': { per: ['network'], max: 1000, windowMs: HOUR_MS, by: 'anybody' },

  // Booking.
  /** A school's parents behind one router, each browsing weeks of slots and releasing some holds. */
  'booking-reads': { per: ['network'], max: 900, windowMs: TEN_MS, by: 'anybody' },
  /** Hold, book, reschedule, cancel. */
  'booking-writes': { per: ['network'], max: 150, windowMs: TEN_MS, by: 'anybody' },
  /** Bookings of one person from one network. */
  'booking-person': { per: ['network', 'mailbox'], max: 20, windowMs: HOUR_MS, by: 'anybody' },
  /** People who get a booking's mail; people known to the studio too, so that the answer does not reveal them. */
  'booking-people': { per: ['network'], max: 10, windowMs: HOUR_MS, by: 'anybody' },
  /** Enough for a day of sittings, too few to annoy. */
  'booking-mails': {
    per: ['account', 'mailbox'],
    max: 6,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 1, windowMs: HOUR_MS },
  },
  /** The same at all studios, with rescheduling: against flooding a mailbox. */
  'booking-mails-mailbox': {
    per: ['mailbox'],
    max: 20,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 1, windowMs: HOUR_MS },
  },
  /** A school's class that books on site in a day. */
  bookings: { per: ['account', 'network'], max: 100, windowMs: DAY_MS, by: 'anybody' },
  reschedules: { per: ['session'], max: 6, windowMs: DAY_MS, by: 'holder' },
  /** Each is a request to Stripe: a family that tries several cards. */
  checkouts: { per: ['network'], max: 30, windowMs: TEN_MS, by: 'anybody' },
  'checkouts-studio': { per: ['account', 'network'], max: 200, windowMs: DAY_MS, by: 'anybody' },

  // Contracts and questionnaires.
  /** Each renders a PDF: a team that signs in one office. */
  signatures: { per: ['network'], max: 30, windowMs: TEN_MS, by: 'anybody' },
  'signatures-contract': { per: ['contract'], max: 10, windowMs: HOUR_MS, by: 'holder' },
  /** Each may notify the studio. */
  answers: { per: ['questionnaire'], max: 30, windowMs: HOUR_MS, by: 'holder' },

  // Contact form.
  /** Refused ones included. */
  notices: { per: ['network'], max: 10, windowMs: DAY_MS, by: 'anybody' },
  /** Receipts of notices: above it no further one is mailed. */
  'notices-mailbox': { per: ['mailbox'], max: 3, windowMs: DAY_MS, by: 'anybody', above: 'silence' },
  'contact-attempts': { per: ['network'], max: 60, windowMs: TEN_MS, by: 'anybody' },
  'contact-messages': { per: ['network'], max: 10, windowMs: HOUR_MS, by: 'anybody' },
  'contact-sender': {
    per: ['account', 'mailbox'],
    max: 5,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 1, windowMs: HOUR_MS },
  },
  /** Spam included. */
  'contact-studio': {
    per: ['account'],
    max: 60,
    windowMs: HOUR_MS,
    by: 'anybody',
    above: { max: 2, windowMs: HOUR_MS },
  },

  // The client's page.
  /** Guesses included: an office whose clients read their mail there. */
  'client-page': { per: ['network'], max: 600, windowMs: TEN_MS, by: 'anybody' },
  /** Receipts: each request renders a PDF. */
  'client-page-files': { per: ['link'], max: 60, windowMs: TEN_MS, by: 'holder' },
  /** Sessions and galleries that were opened: each stores a row. */
  'client-page-openings': { per: ['link'], max: 120, windowMs: HOUR_MS, by: 'holder' },
  /** Links asked for by typing an address, whether or not a client has it. */
  'client-links': { per: ['network'], max: 10, windowMs: HOUR_MS, by: 'anybody' },
  /** Above it no further mail is sent: the links that were are in the mailbox. */
  'client-links-mailbox': { per: ['account', 'mailbox'], max: 3, windowMs: HOUR_MS, by: 'anybody', above: 'silence' },

  // Live changes.
  /** A party whose router restarts comes back immediately. */
  'live-connections': { per: ['network'], max: 2000, windowMs: TEN_MS, by: 'anybody' },
  /** Each reads the gallery's access: three of each guest of a party. */
  'live-joins': { per: ['network'], max: 3000, windowMs: TEN_MS, by: 'anybody' },
  /** Joins of browsers without a visitor session: pages of a booking. */
  'live-joins-anonymous': { per: ['network'], max: 300, windowMs: TEN_MS, by: 'anybody' },
  /** Counted in tens: 300 guests, each looking at another photo every six seconds. */
  'live-messages': { per: ['network'], max: 3000, windowMs: TEN_MS, by: 'anybody' },

  /** A page that fails again and again after reloading. */
  'page-errors': { per: ['network'], max: 20, windowMs: TEN_MS, by: 'anybody' },
  /** One is enough to find a mistake, and each costs a line of the log. */
  'page-errors-all': { per: [], max: 600, windowMs: HOUR_MS, by: 'anybody', above: { max: 1, windowMs: HOUR_MS } },
  /** Those of a network that go on to Sentry, where all together have 60 an hour. */
  'page-errors-forwarded': { per: ['network'], max: 3, windowMs: HOUR_MS, by: 'anybody' },

  // Calendars and other programs.
  /** Several devices of one user. */
  'calendar-reads': { per: ['token'], max: 120, windowMs: HOUR_MS, by: 'holder' },
  /** Unknown addresses only: calendar services read many feeds from one network. */
  'calendar-misses': { per: ['network'], max: 60, windowMs: HOUR_MS, by: 'anybody' },
  'api-calls': { per: ['token'], max: 600, windowMs: 5 * MINUTE_MS, by: 'holder' },
  /** Unknown tokens only. Their random part cannot be guessed; the limit spares the database. */
  'api-misses': { per: ['network'], max: 60, windowMs: 5 * MINUTE_MS, by: 'anybody' },
  /** Each sends a request to another program's server. */
  'webhook-tests': { per: ['account'], max: 60, windowMs: TEN_MS, by: 'member' },
  /** Ten webhooks that are set up and tried out; each change is an event of the security log. */
  'webhook-changes': { per: ['account'], max: 60, windowMs: HOUR_MS, by: 'member' },

  // The studio's own team.
  /** Two resends, and no spam. */
  'invite-mails': { per: ['account', 'mailbox'], max: 5, windowMs: HOUR_MS, by: 'member' },
  /** A studio's mails after its first of the hour, of which no other studio can deprive it. */
  'invite-mails-mailbox': { per: ['mailbox'], max: 20, windowMs: HOUR_MS, by: 'member' },
  /** A school's whole year in a day. */
  'invite-mails-studio': { per: ['account'], max: 1000, windowMs: DAY_MS, by: 'member' },
  /** Further mails to an address whose mails bounced, of all studios: bounces cost the reputation of all. */
  'mail-again': { per: ['mailbox'], max: 1, windowMs: DAY_MS, by: 'member' },
  'mails-again': { per: ['account'], max: 10, windowMs: DAY_MS, by: 'member' },
  'team-invite-views': { per: ['network'], max: 120, windowMs: HOUR_MS, by: 'anybody' },
  /** Enough to reorganise the largest team, and few enough for owners to notice each. */
  'team-changes': { per: ['account', 'user'], max: WHOLE_TEAMS, windowMs: DAY_MS, by: 'member' },
  /** In all studios, so that opening another studio does not reset the count. */
  'team-mails-member': { per: ['user'], max: WHOLE_TEAMS, windowMs: DAY_MS, by: 'member' },
  'team-mails': { per: ['account', 'mailbox'], max: 5, windowMs: HOUR_MS, by: 'member' },
  'team-mails-mailbox': { per: ['mailbox'], max: 20, windowMs: DAY_MS, by: 'member' },
  /** A whole large team twice a day. */
  'team-mails-studio': { per: ['account'], max: WHOLE_TEAMS, windowMs: DAY_MS, by: 'member' },
  /** Trying out a text, and no flood. */
  'test-mails': { per: ['user'], max: 10, windowMs: HOUR_MS, by: 'member' },
  /** Each export reads every row of a studio. */
  exports: { per: ['account'], max: 10, windowMs: DAY_MS, by: 'member' },
  /** Each closing logs out every visitor and purges every page. Three allow for one mistake. */
  'studio-closings': { per: ['account'], max: 3, windowMs: DAY_MS, by: 'member' },
  /** Each one retires the previous address for good. Five allow for a typo, some tries and a way back. */
  'studio-addresses': { per: ['account'], max: 5, windowMs: DAY_MS, by: 'member' },
  /** Rendering costs a second of a processor. */
  'logo-uploads': { per: ['account'], max: 60, windowMs: HOUR_MS, by: 'member' },
  /** Reading a font costs seconds of a processor. */
  'font-uploads': { per: ['account'], max: 60, windowMs: HOUR_MS, by: 'member' },
  /** Compiling 100,000 characters takes up to a second of a processor. */
  'site-styles': { per: ['account'], max: 60, windowMs: TEN_MS, by: 'member' },
  'site-scripts': { per: ['account'], max: 60, windowMs: HOUR_MS, by: 'member' },
  /** A person who clicks, not a loop. */
  'stripe-requests': { per: ['account'], max: 30, windowMs: TEN_MS, by: 'member' },
} as const satisfies Record<string, RequestLimit>;

export type LimitName = keyof typeof REQUEST_LIMITS;
