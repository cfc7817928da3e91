import { isPhone } from '../values/format.ts';
import { z } from 'zod';
import { customerName } from './customers.ts';
import { email } from '../values/email.ts';
import { DAY_MS } from '../values/durations.ts';
import { rowId } from '../values/ids.ts';
import { language, line, text } from '../values/primitives.ts';
import { instantAtMinute, isoDate, localDate } from '../values/time.ts';
import type { Transitions } from '../values/transitions.ts';

export const LEAD_STATUSES = ['new', 'answered', 'archived', 'spam'] as const;
export const leadStatus = z.enum(LEAD_STATUSES);
export type LeadStatus = z.infer<typeof leadStatus>;

/** A lead has no effects outside the studio, so each status can follow each other one; undo is such a change. */
export const LEAD_TRANSITIONS: Transitions<LeadStatus> = {
  new: ['answered', 'archived', 'spam'],
  answered: ['new', 'archived', 'spam'],
  archived: ['new', 'answered', 'spam'],
  spam: ['new', 'answered', 'archived'],
};

/** Maximum length of a message, as in the database's CHECK. */
export const MAX_LEAD_MESSAGE = 4000;

/** Maximum number of leads per bulk mutation. */
const MAX_BULK_LEADS = 200;
export const leadIds = z.array(rowId).min(1).max(MAX_BULK_LEADS);

/** Control characters but line feeds and tabs, and the controls that reorder text (bidi). */
const CONTROLS = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** A message: several lines, each with one line feed at its end, without control characters. */
const message = text
  .transform((value) =>
    value
      .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
      .replaceAll(CONTROLS, '')
      .trim(),
  )
  .pipe(z.string().min(1).max(MAX_LEAD_MESSAGE));

/** Optional values are empty if the visitor left them out: forms without a script send them so. */
export const contactForm = z.strictObject({
  name: customerName,
  email,
  phone: line.max(40).refine(isPhone).default(''),
  message,
  preferredDate: z.union([z.literal(''), isoDate]).default(''),
  sessionTypeId: z.union([z.literal(''), rowId]).default(''),
  language,
  /** A field that people do not see and programs fill in. */
  website: z.string().max(2000).default(''),
  /** See contact-proof.ts. */
  proof: z.string().max(20).default(''),
});
export type ContactForm = z.infer<typeof contactForm>;

/** Reasons for a spam score, with their points. */
const SPAM_POINTS = {
  hidden_field: 4,
  /** Points if the same text reached other studios within a day. */
  repeated: 4,
  many_links: 4,
  markup: 3,
  links: 2,
  advertising: 2,
  no_proof: 1,
} as const;
export type SpamSign = keyof typeof SPAM_POINTS;
const SPAM_SIGNS = Object.keys(SPAM_POINTS) as SpamSign[];

/** Points from which a message goes to the Spam folder. */
const SPAM_SCORE = 4;

/** Links that a couple may well send: an invitation, a mood board. */
const USUAL_LINKS = 2;
const MANY_LINKS = 8;

const LINK = /https?:\/\/|www\.|[\w-]\.[a-z]{2,10}\//gi;
const MARKUP = /<\/?[a-z][^>]*>|\[\/?(?:url|link|b|img)\b/i;
const ADVERTISING =
  /\b(?:seo|back-?links?|guest posts?|casino|viagra|cialis|crypto|bitcoin|web ?site traffic|(?:rank|page) (?:one|1|first) (?:of|on|in) google)\b/i;

/** Facts of a message beside its text. */
interface Circumstances {
  hasProof: boolean;
  /** True if the same text was sent to several studios. */
  isRepeated: boolean;
}

/** Returns the signs of spam in a message, the strongest first. */
export function findSpamSigns(form: Pick<ContactForm, 'message' | 'website'>, about: Circumstances): SpamSign[] {
  const links = form.message.split(/[\s,;<>()"']+/).reduce((sum, word) => sum + (word.match(LINK) ? 1 : 0), 0);
  const found: Record<SpamSign, boolean> = {
    hidden_field: form.website !== '',
    repeated: about.isRepeated,
    many_links: links >= MANY_LINKS,
    markup: MARKUP.test(form.message),
    links: links > USUAL_LINKS && links < MANY_LINKS,
    advertising: ADVERTISING.test(form.message),
    no_proof: !about.hasProof,
  };
  return SPAM_SIGNS.filter((sign) => found[sign]);
}

/** True if the signs together are worth the Spam folder. A missing proof alone never is. */
export function isSpam(signs: readonly SpamSign[]): boolean {
  return signs.reduce((sum, sign) => sum + SPAM_POINTS[sign], 0) >= SPAM_SCORE;
}

/** Ten o'clock, as minutes since midnight: the start of an inquiry for which the visitor named no time. */
const MORNING = 10 * 60;
/** Days until an inquiry without a date. */
const WEEK = 7;

/**
 * Returns the start of the inquiry that is made of a lead, epoch milliseconds: ten o'clock of the preferred day, or of
 * the day in a week if the visitor named none or it is over.
 */
export function inquiryStart(preferredDate: string, now: number, timeZone: string): number {
  const named = isoDate.safeParse(preferredDate).data;
  if (named && named >= localDate(now, timeZone)) return instantAtMinute(named, MORNING, timeZone);
  return instantAtMinute(localDate(now + WEEK * DAY_MS, timeZone), MORNING, timeZone);
}

/** Returns a `mailto:` link that quotes the message. */
export function replyHref(lead: { email: string; message: string }, subject: string): string {
  const quote = lead.message
    .slice(0, QUOTED)
    .split('\n')
    .map((one) => `> ${one}`)
    .join('\r\n');
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\r\n\r\n${quote}`)}`;
  return `mailto:${encodeURIComponent(lead.email).replace('%40', '@')}?${query}`;
}

/** Characters that a reply quotes: mail programs refuse long links. */
const QUOTED = 1000;
