import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { galleryHref, leadHref, paths, paymentHref, sessionHref, sessionTypeHref } from '#web/lib/paths.ts';
import type { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { AttentionAct, type AttentionDialogs } from './attention-acts.tsx';
import { type Attention, listAttention } from './attention.ts';
import { HomeSection } from './home-section.tsx';
import type { HomeGallery } from './types.ts';

/** Returns invitations whose mail failed, for roles that can resend them. */
function useUndeliveredInvites() {
  const { role } = useAccount();
  const [shares, manages] = [can(role, 'galleries.share'), can(role, 'members.manage')];
  const [invites, { type }] = useQuery(queries.galleries.undelivered({ limit: 50 }), { enabled: shares });
  const [teamInvites, { type: ofTeam }] = useQuery(queries.team.invites(), { enabled: manages });
  return { invites, teamInvites, answers: [...(shares ? [type] : []), ...(manages ? [ofTeam] : [])] };
}

/** Items shown at first, so that a long list does not hide the rest of a phone's screen. */
const AT_FIRST = 8;

/** A contract is listed after some days without any news, counted by days; its automatic reminder goes out after three. */
const UNSIGNED_MS = 4 * DAY_MS;

/** Returns the tasks that need the photographer. */
export function useAttention(galleries: readonly HomeGallery[], types: ReturnType<typeof useTypeStates>) {
  const { role, timeZone } = useAccount();
  const now = useNow();
  const [leads, { type: wrote }] = useQuery(queries.leads.list({ status: 'new', limit: 100 }));
  const [inquiries, { type: asked }] = useQuery(
    queries.sessions.list({ statuses: ['inquiry'], order: 'asc', limit: 50 }),
  );
  const [mails, { type: sent }] = useQuery(queries.messages.failed({ limit: 50 }));
  const { invites, teamInvites, answers: ofInvites } = useUndeliveredInvites();
  const shares = can(role, 'galleries.share');
  const [selections, { type: chosen }] = useQuery(queries.proofing.submitted({ limit: 200 }), { enabled: shares });
  const seesMoney = can(role, 'money.read');
  const before = endOfDay(localDate(now, timeZone), timeZone);
  const [due, { type: owed }] = useQuery(queries.payments.due({ before, limit: 500 }), { enabled: seesMoney });
  const [settled, { type: cancelled }] = useQuery(queries.payments.settled({ limit: 500 }), { enabled: seesMoney });
  const [withdrawn, { type: declared }] = useQuery(queries.payments.withdrawn({ limit: 100 }), { enabled: seesMoney });
  const [orders, { type: charged }] = useQuery(queries.payments.dueOrders({ limit: 100 }), { enabled: seesMoney });
  const [pending, { type: expected }] = useQuery(
    queries.payments.list({ statuses: ['pending'], paymentsOnly: true, limit: 200 }),
    { enabled: seesMoney },
  );
  // Decides whether a session's payment can be requested: see `useRequestPayment`.
  const [, { type: taken }] = useQuery(queries.stripeAccounts.current(), { enabled: seesMoney });
  const [contracts, { type: signed }] = useQuery(queries.contracts.toCountersign({ limit: 50 }), {
    enabled: seesMoney,
  });
  const [drafts, { type: waitingForUs }] = useQuery(queries.contracts.drafts({ limit: 50 }), { enabled: seesMoney });
  const untouchedSince = endOfDay(localDate(now - UNSIGNED_MS, timeZone), timeZone);
  const [unsigned, { type: waiting }] = useQuery(queries.contracts.unsigned({ before: untouchedSince, limit: 50 }), {
    enabled: seesMoney,
  });
  const schedules = can(role, 'scheduling.write');
  const rows = {
    ...(schedules && types.isComplete && { booking: types }),
    galleries,
    leads,
    inquiries,
    mails,
    invites,
    teamInvites,
    selections,
    contracts,
    drafts,
    unsigned,
    due,
    settled,
    withdrawn,
    orders,
    pending,
  };
  const items = listAttention(rows, now);
  const answers = [
    wrote,
    asked,
    sent,
    ...ofInvites,
    ...(shares ? [chosen] : []),
    ...(seesMoney ? [owed, cancelled, declared, charged, expected, taken, signed, waitingForUs, waiting] : []),
  ];
  const isBookingKnown = types.isComplete || !schedules;
  return { items, isComplete: isBookingKnown && answers.every((answer) => answer === 'complete') };
}

/** Tasks that need the photographer. */
export function AttentionList({
  items,
  isComplete,
  dialogs,
}: ReturnType<typeof useAttention> & { dialogs: AttentionDialogs }) {
  const { t } = useTranslation(['home', 'sessions']);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The "show more" button disappears: focus the first of the new items.
  useEffect(() => {
    if (all) list.current?.children[AT_FIRST]?.querySelector('a')?.focus();
  }, [all]);
  return (
    <HomeSection title={t('attention.title')}>
      {items.length === 0 && !isComplete ? (
        <LoadingPlaceholder isPart className="h-16" />
      ) : items.length === 0 ? (
        <p className="border-y border-line py-3 text-soft">{t('attention.none')}</p>
      ) : (
        <ul ref={list} className="flex flex-col divide-y divide-line border-y border-line">
          {(all ? items : items.slice(0, AT_FIRST)).map((item) => (
            <li key={item.key} className="flex items-center gap-2">
              <Link
                to={hrefOf(item)}
                className="flex min-h-16 min-w-0 grow items-center gap-3 py-2 no-underline hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block truncate font-medium">
                    {item.kind === 'booking' ? t('attention.booking') : (item.name ?? t('sessions:nobody'))}
                  </span>
                  <Reason item={item} />
                </span>
              </Link>
              <AttentionAct item={item} dialogs={dialogs} />
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && !isComplete && <LoadingPlaceholder isPart className="h-6" />}
      {!all && items.length > AT_FIRST && (
        <div className="-ml-3">
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            {t('attention.all', { count: items.length })}
          </Button>
        </div>
      )}
    </HomeSection>
  );
}

/** Tab of the gallery for each kind of task. */
const TABS = {
  invite: 'galleryAccess',
  submitted: 'galleryProofing',
  failed: 'gallery',
  closing: 'gallerySettings',
  unpublished: 'gallery',
} as const;

function hrefOf(item: Attention): string {
  if ('galleryId' in item) {
    return galleryHref(item.galleryId, TABS[item.kind]);
  }
  if (item.kind === 'lead') return leadHref(item.leadId);
  if (item.kind === 'teamInvite') return paths.team;
  if (item.kind === 'booking') return item.fault === 'off' ? paths.booking : paths.sessionTypes;
  if (item.kind === 'type') return sessionTypeHref(item.sessionTypeId);
  if (item.kind === 'extras' || item.kind === 'withdrawn') return paymentHref(item);
  return item.sessionId ? sessionHref(item.sessionId) : paths.payments;
}

const INVITE_TEXTS = {
  undelivered: 'attention.invite',
  bounced: 'attention.inviteBounced',
  reported: 'attention.inviteReported',
} as const;

function Reason({ item }: { item: Attention }) {
  const { t } = useTranslation(['home', 'scheduling']);
  const format = useFormat();
  const label = () => {
    switch (item.kind) {
      case 'lead':
        return t('attention.lead', { message: item.message });
      case 'inquiry': {
        return t('attention.inquiry', { when: format.dateTime(item.at) });
      }
      case 'withdrawn':
        return t('attention.withdrawn', { when: format.date(item.at) });
      case 'mail':
        return t(item.hasBounced ? 'attention.mailBounced' : 'attention.mail');
      case 'invite':
        return t(INVITE_TEXTS[item.fault], { gallery: item.gallery });
      case 'teamInvite':
        return t(item.fault === 'bounced' ? 'attention.teamInviteBounced' : 'attention.teamInvite');
      case 'countersign':
        return t('attention.countersign', { contract: item.contract });
      case 'draftContract':
        return t('attention.draftContract', { contract: item.contract });
      case 'unsigned':
        return item.signatures
          ? t('attention.partlySigned', { ...item.signatures, contract: item.contract, date: format.date(item.at) })
          : t('attention.unsigned', { contract: item.contract, date: format.date(item.at) });
      case 'overdue':
        return t(item.isInstalment ? 'attention.overdueInstalment' : 'attention.overdue', {
          amount: format.money(item.amount),
        });
      case 'refund':
        return t('attention.refund', { amount: format.money(item.amount) });
      case 'extras':
        return t(item.isSale ? 'attention.order' : 'attention.extras', {
          amount: format.money(item.amount),
          about: item.about,
        });
      case 'submitted':
        return t('attention.submitted', { count: item.count });
      case 'failed':
        return t('attention.failed', { count: item.count });
      case 'closing':
        return t('attention.closing', { date: format.date(item.at) });
      case 'unpublished':
        return t('attention.unpublished');
      case 'booking':
        return t(item.fault === 'off' ? 'attention.bookingOff' : 'attention.nothingToBook');
      case 'type':
        return t(`scheduling:state.${item.fault}Text`);
    }
  };
  return (
    <span data-figures className="block truncate text-caption text-soft">
      {label()}
    </span>
  );
}
