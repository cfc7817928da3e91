import { DAY_MS } from '#core/domain/values/durations.ts';
import { LOST_GRACE_MS } from '#core/domain/site/domains.ts';
import { formatDay, localeTag } from '#core/domain/values/format.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { type Language, matchLanguage } from '#core/domain/values/languages.ts';
import { type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import { greet, toSingleLine } from '#core/domain/messages/message-templates.ts';
import type { Closure } from '#core/domain/studio/studio-access.ts';
import type { Statement } from '#core/domain/studio/content-holds.ts';
import { pricesOfVersion } from '#core/domain/studio/prices.ts';
import { monthBounds } from '#core/domain/studio/usage.ts';
import { type SecurityNotice, securityNotice, type SecurityNoticeKind } from '#core/domain/studio/security-events.ts';
import ca from '#locales/ca/notices.json' with { type: 'json' };
import en from '#locales/en/notices.json' with { type: 'json' };
import es from '#locales/es/notices.json' with { type: 'json' };
import { deliverMail } from '../mails/deliver.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { formatText } from '../platform/texts.ts';
import { type CollectedEvent, readCollected } from './security-events.ts';

const TEXTS = { en, es, ca } as const;

const PLAN_PATH = '/app/settings/usage';
type Reasons = NonNullable<Statement['reasons']>;

/**
 * Texts and undo link of each notice; `button` names a label that differs from the default. `opens` marks texts with a
 * sentence about visitors, `visitors`, that is true unless the studio is closed to them; `about` names the closure that the
 * notice itself is about.
 */
const NOTICES: Record<
  SecurityNoticeKind,
  { texts: string; path: string | null; button?: string; opens?: boolean; about?: Closure }
> = {
  // A signed-in user is redirected from there to the password settings.
  password_changed: {
    texts: 'passwordChanged',
    path: '/app/auth/forgot?next=/app/settings/security',
    button: 'open',
  },
  email_changed: { texts: 'emailChanged', path: '/app/settings/security' },
  mfa_added: { texts: 'mfaAdded', path: '/app/settings/security' },
  mfa_removed: { texts: 'mfaRemoved', path: '/app/settings/security' },
  identity_linked: { texts: 'identityLinked', path: '/app/settings/security' },
  identity_unlinked: { texts: 'identityUnlinked', path: '/app/settings/security' },
  // This page lists the closed studios.
  studio_closed: { texts: 'studioClosed', path: '/app/studios/new', button: 'open' },
  domain_lost: { texts: 'domainLost', path: '/app/settings/domain', button: 'open' },
  api_token_created: { texts: 'apiTokenCreated', path: '/app/settings/integrations', button: 'open' },
  api_token_revoked: { texts: 'apiTokenRevoked', path: '/app/settings/integrations', button: 'open' },
  webhook_created: { texts: 'webhookCreated', path: '/app/settings/integrations', button: 'open' },
  webhook_changed: { texts: 'webhookChanged', path: '/app/settings/integrations', button: 'open' },
  admin_invited: { texts: 'adminInvited', path: '/app/settings/team', button: 'open' },
  admin_added: { texts: 'adminAdded', path: '/app/settings/team', button: 'open' },
  owner_changed: { texts: 'ownerChanged', path: '/app/settings/team', button: 'open' },
  stripe_connected: { texts: 'stripeConnected', path: '/app/settings/card-payments', button: 'open' },
  stripe_disconnected: { texts: 'stripeDisconnected', path: '/app/settings/card-payments', button: 'open' },
  client_texts_changed: { texts: 'clientTextsChanged', path: '/app/settings/mails', button: 'open' },
  reply_address_changed: { texts: 'replyAddressChanged', path: '/app/settings', button: 'open' },
  cap_half: { texts: 'capHalf', path: PLAN_PATH, button: 'open' },
  cap_near: { texts: 'capNear', path: PLAN_PATH, button: 'open' },
  cap_reached: { texts: 'capReached', path: PLAN_PATH, button: 'open', opens: true },
  cap_expected: { texts: 'capExpected', path: PLAN_PATH, button: 'open' },
  trial_used: { texts: 'trialUsed', path: PLAN_PATH, button: 'open', opens: true },
  plan_past_due: { texts: 'planPastDue', path: PLAN_PATH, button: 'open' },
  plan_read_only: { texts: 'planReadOnly', path: PLAN_PATH, button: 'open', opens: true },
  plan_suspended: { texts: 'planSuspended', path: PLAN_PATH, button: 'open', opens: true, about: 'bill' },
  payment_methods_changed: { texts: 'paymentMethodsChanged', path: '/app/settings/money', button: 'open' },
  studio_suspended: { texts: 'studioSuspended', path: '/app/settings/security-log', button: 'open' },
  prices_changed: { texts: 'pricesChanged', path: PLAN_PATH, button: 'open' },
  prices_due: { texts: 'pricesDue', path: PLAN_PATH, button: 'open' },
  prices_ended: { texts: 'pricesEnded', path: PLAN_PATH, button: 'open' },
  bill_and_prices: { texts: 'billAndPrices', path: PLAN_PATH, button: 'open', opens: true },
  plan_changed: { texts: 'planChanged', path: PLAN_PATH, button: 'open' },
  support_asked: { texts: 'supportAsked', path: '/app/settings/team', button: 'open' },
  content_removed: { texts: 'contentRemoved', path: '/app/settings/security-log', button: 'open' },
  content_restored: { texts: 'contentRestored', path: '/app/settings/security-log', button: 'open' },
  studio_resumed: { texts: 'studioResumed', path: '/app/settings/security-log', button: 'open', opens: true },
  // The account no longer exists, so there is no page to link to.
  sign_in_deleted: { texts: 'signInDeleted', path: null },
};

const PROVIDERS: Readonly<Record<string, string>> = { google: 'Google', facebook: 'Facebook' };

/** Events that one mail lists; the studio's log has all. */
const MAX_LISTED = 100;

interface SecurityMail extends RenderedMail {
  language: Language;
  sender: string;
}

/**
 * Renders subject, text and HTML of a notice: the change, its time, and the steps for a recipient who did not make it.
 * @param name of the recipient; empty if unknown
 * @param events of a notice that collects several
 */
export function renderSecurityMail(
  notice: SecurityNotice,
  appOrigin: string,
  name = '',
  events: readonly CollectedEvent[] = [],
): SecurityMail {
  const language = matchLanguage(notice.language);
  const { texts, path, button, opens = false, about } = NOTICES[notice.what];
  const studios = notice.studios ?? [];
  const nobody = TEXTS[language].someone;
  const eventValues = (event: Pick<SecurityNotice, 'at' | 'actor' | 'subject' | 'integration'>) => ({
    ...formatTimes({ at: event.at, timeZone: notice.timeZone }, language),
    actor: event.actor || nobody,
    subject: event.subject || nobody,
    integration: event.integration ?? '',
  });
  const values = {
    // Texts that name the actor name the last one.
    ...eventValues(events.at(-1) ?? notice),
    number: events.length,
    provider: PROVIDERS[notice.provider ?? ''] ?? notice.provider ?? '',
    studio: studios[0] ?? '',
    target: notice.statement
      ? formatText(
          TEXTS[language],
          language,
          `target.${notice.statement.gallery ? 'photoOf' : notice.statement.target}`,
          {
            name: notice.statement.name,
            gallery: notice.statement.gallery ?? '',
            studio: studios[0] ?? '',
          },
        )
      : '',
    studios: new Intl.ListFormat(language).format(studios),
    ...formatPrices(notice.prices, language),
    until: notice.until === undefined ? '' : formatDay(notice.until, language, notice.timeZone),
    days: TRASH_MS / DAY_MS,
    grace: LOST_GRACE_MS / DAY_MS,
  };
  const say = (key: string, more = {}) => formatText(TEXTS[language], language, key, { ...values, ...more });
  const content = (key: string) => say(`${texts}.${key}`);
  const ending = notice.what === 'sign_in_deleted' && studios.length > 0 ? [content('studios')] : [];
  const listed = events.slice(0, MAX_LISTED).map((event) => say(`${texts}.text`, eventValues(event)));
  const rest = events.length - listed.length;
  const text =
    events.length === 0
      ? [content('text')]
      : [say('collected.text'), ...listed, ...(rest > 0 ? [say('collected.rest', { number: rest })] : [])];
  // In the operator's own words, which stay in the language that they were written in.
  const reasons = [
    ...(notice.reason ? [say('reason', { reason: notice.reason })] : []),
    ...(notice.statement?.reasons ? statementLines(notice.statement.reasons, say) : []),
  ];
  const lines = [
    greet(TEXTS[language].greeting, toSingleLine(name)),
    ...text,
    ...(opens ? visitorLines(notice.closures, about, say, () => content('visitors')) : []),
    ...reasons,
    ...ending,
    content('otherwise'),
  ];
  const subjectLine = content('subject');
  const subject = events.length === 0 ? subjectLine : say('collected.subject', { what: subjectLine });
  const sender = say('sender');
  const mail = renderMail({
    language,
    subject,
    preview: text[0]!,
    studio: sender,
    title: subject,
    parts: path ? [...lines, { href: appOrigin + path, label: button ? content(button) : say('toSecurity') }] : lines,
    notes: [],
    address: say('address'),
    foot: [say('help'), say(path === PLAN_PATH ? 'ownPlan' : notice.reason ? 'operator' : 'own')],
  });
  return { language, sender, ...mail };
}

/** Formats other prices, and the month from which they count. */
function formatPrices(prices: SecurityNotice['prices'], language: Language) {
  const { stored, downloaded, currency } = pricesOfVersion(prices?.version ?? 1);
  const money = new Intl.NumberFormat(localeTag(language), { style: 'currency', currency });
  const month = new Intl.DateTimeFormat(localeTag(language), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    stored: money.format(stored / 1e6),
    downloaded: money.format(downloaded / 1e6),
    month: prices ? month.format(monthBounds(prices.from).start) : '',
  };
}

/** Returns what a mail says about visitors: what they may do, or why they don't find the studio. */
function visitorLines(
  all: SecurityNotice['closures'] = [],
  about: Closure | undefined,
  say: Say,
  open: () => string,
): string[] {
  const others = all.filter((closure) => closure !== about);
  if (others.length === 0) return [open()];
  return others.flatMap((closure) => (closure === 'untold' ? [] : [say(`closed.${closure}`)]));
}

type Say = (key: string, more?: Readonly<Record<string, string>>) => string;

/** Returns the sentences of a statement of reasons (Regulation (EU) 2022/2065, art. 17(3)) beside the facts. */
function statementLines({ ground, rule, source, territory }: Reasons, say: Say): string[] {
  return [
    say(`statement.ground.${ground}`, { rule }),
    say(`statement.source.${source}`),
    say(territory ? 'statement.territory' : 'statement.everywhere', { territory }),
    say('statement.untilLifted'),
    say('statement.redress'),
  ];
}

/** Formats the time of the change and, for a closed studio, of its erasure; in the recipient's zone, which is named. */
function formatTimes({ at, timeZone }: Pick<SecurityNotice, 'at' | 'timeZone'>, language: Language) {
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return {
    when: new Intl.DateTimeFormat(localeTag(language), { ...day, ...time }).format(at),
    date: formatDay(at + TRASH_MS, language, timeZone),
  };
}

/**
 * Mails a user about a change to their sign-in, or about an event of a studio they own. Replies go to the product's
 * own address.
 */
export async function sendSecurityMail(run: EffectRun<'security.notice'>): Promise<void> {
  const { id, payload, jobs } = run;
  // Database triggers write these payloads.
  const notice = securityNotice.parse(payload);
  // A deleted user, or one without a studio, has no name here.
  const [member] = await jobs.db.query<{ name: string }>(
    "select name from account_members where lower(email) = lower($1) and name <> '' order by created_at, user_id limit 1",
    [notice.email],
  );
  const events = await readCollected(jobs.db, notice);
  const { language, ...mail } = renderSecurityMail(notice, jobs.appOrigin, member?.name, events);
  await deliverMail({
    run,
    mail: { ...mail, to: notice.email, fromName: mail.sender, replyTo: '', language, id },
    accountId: null,
  });
}
