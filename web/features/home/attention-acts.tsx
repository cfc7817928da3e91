import { useZero } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { SettleWithdrawal } from '#web/components/layout/settle-withdrawal.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { customerHref, galleryHref, leadHref, paths, sessionHref, sessionTypeHref } from '#web/lib/paths.ts';
import { useBookingSwitch } from '#web/lib/sessions/use-booking-switch.ts';
import { serverAnswer } from '#web/lib/sync/server-answer.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { Attention } from './attention.ts';
import { RefundButton } from './refund-button.tsx';
import { type RequestDialog, RequestPayment } from './request-payment.tsx';

/** Dialogs of other screens that do what a task asks for. */
export interface AttentionDialogs {
  /** Shows a contract, which the studio signs there. */
  contract: ComponentType<{ contract: { id: string; title: string }; onClose: () => void }>;
  request: RequestDialog;
}

interface AttentionActProps {
  item: Attention;
  dialogs: AttentionDialogs;
}

type ItemOf<Kind extends Attention['kind']> = { item: Extract<Attention, { kind: Kind }> };

/** Does what a task asks for, or opens the screen that does; nothing if the role may not. */
export function AttentionAct({ item, dialogs }: AttentionActProps) {
  switch (item.kind) {
    case 'inquiry':
      return <Approve item={item} />;
    case 'mail':
      return item.hasBounced ? (
        <Open
          item={item}
          act="address"
          to={item.customerId === null ? paths.customers : customerHref(item.customerId)}
        />
      ) : (
        <SendAgain item={item} />
      );
    case 'invite':
      if (item.fault === 'reported') return null;
      return item.fault === 'undelivered' ? (
        <InviteAgain item={item} />
      ) : (
        <Open item={item} act="address" to={galleryHref(item.galleryId, 'galleryAccess')} />
      );
    case 'teamInvite':
      return item.fault === 'undelivered' ? (
        <InviteMemberAgain item={item} />
      ) : (
        <Open item={item} act="address" to={paths.team} />
      );
    case 'unsigned':
      return <Remind item={item} />;
    case 'refund':
      return <RefundButton item={item} />;
    case 'withdrawn':
      return <SettleWithdrawal order={item.withdrawn} />;
    case 'booking':
      return item.fault === 'off' ? <TurnOnBooking /> : <Open item={item} act="types" to={paths.sessionTypes} />;
    case 'extras':
    case 'overdue':
      return <RequestPayment item={item} dialog={dialogs.request} />;
    case 'closing':
      return <KeepOpen item={item} />;
    case 'unpublished':
      return <Publish item={item} />;
    case 'lead':
      return <Open item={item} act="read" to={leadHref(item.leadId)} />;
    case 'countersign':
      return <Sign item={item} dialog={dialogs.contract} />;
    case 'draftContract':
      return <Open item={item} act="complete" to={sessionHref(item.sessionId)} />;
    case 'submitted':
      return <Open item={item} act="view" to={galleryHref(item.galleryId, 'galleryProofing')} />;
    case 'failed':
      return <ProcessAgain item={item} />;
    case 'type':
      return <Open item={item} act="times" to={sessionTypeHref(item.sessionTypeId)} />;
  }
}

interface OpenProps {
  item: Attention;
  act: 'address' | 'types' | 'read' | 'complete' | 'view' | 'times' | 'publish';
  to: string;
  state?: object;
}

/** Opens the screen that does it. */
function Open({ item, act, to, state }: OpenProps) {
  const { t } = useTranslation('home');
  const label = t(`attention.acts.${act}`);
  return (
    <Link
      to={to}
      state={state}
      aria-label={[label, item.name].filter(Boolean).join(': ')}
      className={clsx(buttonClass({ size: 'small' }), 'shrink-0')}
    >
      {label}
    </Link>
  );
}

interface ActProps {
  name: string | undefined;
  label: string;
  act: () => void;
  busy?: boolean;
}

/** A button that does it here. */
function Act({ name, label, act, busy = false }: ActProps) {
  return (
    <Button
      size="small"
      writes
      className="shrink-0"
      loading={busy}
      aria-label={[label, name].filter(Boolean).join(': ')}
      onClick={act}
    >
      {label}
    </Button>
  );
}

/** Confirms a booking request. */
function Approve({ item }: ItemOf<'inquiry'>) {
  const { t } = useTranslation(['home', 'sessions']);
  const { role } = useAccount();
  const mutate = useMutation();
  const { sessionId: id, name } = item;
  if (!can(role, 'sessions.write')) return null;
  const options: MutationOptions = {
    done: t('sessions:moved.approved'),
    undo: () => mutators.sessions.undoStatus({ id, now: Date.now() }),
  };
  const approve = () => mutate(mutators.sessions.setStatus({ id, to: 'scheduled', now: Date.now() }), options);
  return <Act name={name} label={t('sessions:act.approve')} act={() => void approve()} />;
}

/** Sends a mail again that could not be delivered. */
function SendAgain({ item }: ItemOf<'mail'>) {
  const { t } = useTranslation('home');
  const { role } = useAccount();
  const mutate = useMutation();
  if (!can(role, 'sessions.write')) return null;
  const retry = () =>
    mutate(mutators.messages.retry({ id: item.messageId, now: Date.now() }), { done: t('attention.sending') });
  return <Act name={item.name} label={t('attention.acts.again')} act={() => void retry()} />;
}

function InviteAgain({ item }: ItemOf<'invite'>) {
  const { t } = useTranslation('home');
  const api = useApi();
  const { call, busy } = useApiCall();
  const resend = () => api.invites.resend({ params: { grantId: item.grantId }, body: { again: false } });
  const act = () => void call(resend, t('attention.sending'));
  return <Act name={item.name} label={t('attention.acts.again')} act={act} busy={busy} />;
}

function InviteMemberAgain({ item }: ItemOf<'teamInvite'>) {
  const { t } = useTranslation('home');
  const api = useApi();
  const { call, busy } = useApiCall();
  const resend = () => api.members.resendInvite({ params: { inviteId: item.inviteId }, body: { again: false } });
  const act = () => void call(resend, t('attention.sending'));
  return <Act name={item.name} label={t('attention.acts.again')} act={act} busy={busy} />;
}

/** How much longer a gallery stays open. */
const LONGER_MS = 30 * DAY_MS;

/** Lets a gallery close 30 days later. */
function KeepOpen({ item }: ItemOf<'closing'>) {
  const { t } = useTranslation('home');
  const { role, timeZone } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  if (!can(role, 'galleries.write')) return null;
  const close = (expiresAt: number) =>
    mutators.galleries.update({ id: item.galleryId, changes: { expiresAt }, now: Date.now() });
  // The closing time is the end of a day, which may be the first instant of the next.
  const later = endOfDay(localDate(item.at - 1 + LONGER_MS, timeZone), timeZone);
  const keep = () =>
    mutate(close(later), {
      done: t('attention.keptOpen', { name: item.name ?? '', date: format.date(later - 1) }),
      undo: () => close(item.at),
    });
  return <Act name={item.name} label={t('attention.acts.keepOpen')} act={() => void keep()} />;
}

/** Opens the gallery with the sheet that publishes it. */
function Publish({ item }: ItemOf<'unpublished'>) {
  const { role } = useAccount();
  if (!can(role, 'galleries.publish') || !can(role, 'galleries.share')) return null;
  return <Open item={item} act="publish" to={galleryHref(item.galleryId)} state={{ publish: true }} />;
}

/** Shows a contract that the client has signed, for the studio to sign. */
function Sign({ item, dialog: Dialog }: ItemOf<'countersign'> & { dialog: AttentionDialogs['contract'] }) {
  const { t } = useTranslation('home');
  const { role } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (!can(role, 'sessions.write')) return null;
  const contract = { id: item.contractId, title: item.contract };
  return (
    <>
      <Act name={item.name} label={t('attention.acts.sign')} act={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <Dialog contract={contract} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Longest wait for a gallery's photos, in milliseconds: some have thousands. */
const PHOTOS_WITHIN_MS = 10_000;

/** Processes photos again that could not be read. */
function ProcessAgain({ item }: ItemOf<'failed'>) {
  const { t } = useTranslation(['home', 'photos']);
  const { role } = useAccount();
  const mutate = useMutation();
  const zero = useZero();
  const { call, busy } = useApiCall();
  if (!can(role, 'photos.upload')) return null;
  const { galleryId } = item;
  const retry = async () => {
    const asked = zero.run(queries.galleries.photos({ galleryId }), { type: 'complete' });
    const photos = await serverAnswer(asked, PHOTOS_WITHIN_MS);
    const photoIds = photos.filter(({ status }) => status === 'failed').map(({ id }) => id);
    if (photoIds.length > 0) {
      const done = t('attention.processing', { count: photoIds.length });
      await mutate(mutators.photos.retry({ galleryId, photoIds, now: Date.now() }), { done });
    }
  };
  return <Act name={item.name} label={t('photos:retry')} act={() => void call(retry)} busy={busy} />;
}

/** Mails the client the contract again. */
function Remind({ item }: ItemOf<'unsigned'>) {
  const { t } = useTranslation('home');
  const mutate = useMutation();
  const { role } = useAccount();
  const { name = '', contractId: id } = item;
  if (!can(role, 'sessions.write')) return null;
  const remind = () =>
    mutate(mutators.contracts.resend({ id, now: Date.now() }), { done: t('attention.reminded', { name }) });
  return (
    <Button size="small" writes aria-label={t('attention.remindNamed', { name })} onClick={() => void remind()}>
      {t('attention.remind')}
    </Button>
  );
}

/** Opens the studio's online booking. */
function TurnOnBooking() {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const setOpen = useBookingSwitch();
  if (!can(role, 'account.update')) return null;
  return (
    <Button size="small" writes className="shrink-0" aria-label={t('state.turnOn')} onClick={() => setOpen(true)}>
      {t('plan.turnOn')}
    </Button>
  );
}
