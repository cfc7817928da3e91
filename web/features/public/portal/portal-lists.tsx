import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicInstalment } from '#core/api/dues.ts';
import type { PortalPage, PortalSession, PortalTask, WaitingContract } from '#core/api/portal.ts';
import { planProgress } from '#core/domain/payments/plan-progress.ts';
import { type ByHand, inGroups } from '#core/domain/payments/transfer-code.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { bookingState } from '../shell/booking-state.ts';
import { OrderLines, WithdrawalNote } from '../shell/order-lines.tsx';
import type { Opening } from './opening.ts';
import { FileLink, listClass, Row } from './portal-row.tsx';

/** Dates and amounts of the studio. */
const useStudioFormat = ({ studio, currency }: Pick<PortalPage, 'studio' | 'currency'>) =>
  useFormat({ zone: studio.timeZone, currency });

const useSessionName = () => {
  const { t } = useTranslation('portal');
  return ({ type }: Pick<PortalSession, 'type'>) => type || t('upcoming.session');
};

/** Things to do for the client, each with the button that opens it; the first one is highlighted. */
export function Tasks({ data, openSession, paySession, openGallery, payOrder, busy }: { data: PortalPage } & Opening) {
  const { t } = useTranslation('portal');
  const format = useStudioFormat(data);
  const nameOf = useSessionName();
  const signersText = useSigners(data);
  const [now] = useState(Date.now);
  const [paid] = useState(() => new URLSearchParams(location.search).get('paid'));
  const dueText = (dueAt: number | null) => {
    if (dueAt === null) return null;
    // The due time is the end of a day, which may be the first instant of the next.
    const date = format.date(dueAt - 1, now);
    return dueAt <= now ? <Tag tone="warning">{t('tasks.overdue', { date })}</Tag> : t('tasks.due', { date });
  };
  /** How far a payment plan is, and what follows. */
  const planTexts = (plan: readonly PublicInstalment[]) => {
    const progress = planProgress(plan, now);
    if (!progress) return [];
    const { paid: received, total, later } = progress;
    return [
      t('tasks.progress', { paid: format.money(received), total: format.money(total) }),
      ...later.map(({ amount, dueAt }) =>
        t('tasks.then', {
          amount: format.money(amount),
          date: dueAt === null ? '' : format.date(dueAt - 1, now),
        }),
      ),
    ];
  };
  /** How it is paid without Stripe. */
  const byHandTexts = ({ transfer, bizum, cash }: ByHand) => [
    transfer &&
      t('tasks.transfer', {
        holder: transfer.holder,
        iban: inGroups(transfer.iban),
        reference: inGroups(transfer.reference),
      }),
    bizum !== null && t('tasks.bizum', { phone: bizum }),
    cash && t('tasks.cash'),
  ];
  const rowOf = (task: PortalTask) => {
    if (task.kind === 'selection') {
      const { gallery, name } = task;
      return {
        id: gallery.id,
        title: t('tasks.selection', { name }),
        details: [gallery.name, dueText(task.dueAt)],
        label: t('tasks.choose'),
        open: () => openGallery(gallery.id),
      };
    }
    if (task.kind === 'order') {
      const { id, item, gallery, dueAt, plan, byHand } = task;
      const amount = format.money(task.amount);
      // Back from Stripe's page, whose report has not arrived yet.
      const isOnItsWay = task.isOnItsWay || (item !== null && paid === item);
      const canPay = data.canPay && item !== null;
      return {
        id,
        title: task.title ? t('tasks.order', { amount, title: task.title }) : t('tasks.extras', { amount }),
        details: [
          gallery,
          isOnItsWay ? t('tasks.onItsWay') : !canPay && byHand === null && t('tasks.byStudio'),
          ...(isOnItsWay || byHand === null ? [] : byHandTexts(byHand)),
          plan.length > 0 && dueText(dueAt),
          ...planTexts(plan),
        ],
        label: canPay && !isOnItsWay ? t('tasks.pay', { amount }) : null,
        open: () => item !== null && payOrder(id, item),
      };
    }
    const { session } = task;
    const about = `${nameOf(session)} · ${format.date(session.start, now)}`;
    const opens = { id: session.id, open: () => openSession(session.id) };
    if (task.kind === 'payment') {
      const amount = format.money(task.amount);
      const { item } = task;
      const canPay = data.canPay && item !== null && !task.isOnItsWay;
      const label = canPay ? t('tasks.pay', { amount }) : t('tasks.open');
      const title = t(`tasks.${task.purpose}`, { amount });
      const open = canPay ? () => paySession(session.id, item) : opens.open;
      const due = task.isOnItsWay ? t('tasks.onItsWay') : dueText(task.dueAt);
      return { ...opens, title, details: [about, due, ...planTexts(task.plan)], label, open };
    }
    const label = t(task.kind === 'contract' ? 'tasks.sign' : 'tasks.answer');
    const { kind, id, name } = task;
    const open = () => openSession(session.id, { kind, id });
    return { id, open, title: t(`tasks.${kind}`, { name }), details: [about, ...signersText(task.signers)], label };
  };
  return (
    <ul className={listClass}>
      {data.tasks.map(rowOf).map(({ id, title, details, label, open }, index) => (
        <Row
          key={`${id} ${title}`}
          title={title}
          details={details}
          action={
            label !== null && (
              <Button
                {...(index === 0 && { variant: 'primary' as const })}
                loading={busy === id}
                aria-label={`${label}: ${title}`}
                onClick={open}
              >
                {label}
              </Button>
            )
          }
        />
      ))}
    </ul>
  );
}

/** Who has signed a contract of several people, and who has not. */
const useSigners = (data: PortalPage) => {
  const { t } = useTranslation('portal');
  const format = useStudioFormat(data);
  return (signers: WaitingContract['signers'] = []) =>
    signers.length < 2 || signers.every(({ signedAt }) => signedAt === null)
      ? []
      : signers.map(({ name, signedAt }) =>
          signedAt === null
            ? t('contracts.missing', { name })
            : t('contracts.signedBy', { name, date: format.date(signedAt) }),
        );
};

interface ContractsProps extends Opening {
  data: PortalPage;
  href: (contractId: string) => string;
}

/** Signed contracts as PDF; first those that wait for other people. */
export function Contracts({ data, href, openSession, busy }: ContractsProps) {
  const { t } = useTranslation('portal');
  const format = useStudioFormat(data);
  const nameOf = useSessionName();
  const signersText = useSigners(data);
  return (
    <ul className={listClass}>
      {(data.waitingContracts ?? []).map(({ id, title, session, signers }) => (
        <Row
          key={id}
          title={title}
          details={[`${nameOf(session)} · ${format.date(session.start)}`, ...signersText(signers)]}
          action={
            <Button
              loading={busy === session.id}
              aria-label={`${t('contracts.read')}: ${title}`}
              onClick={() => openSession(session.id, { kind: 'contract', id })}
            >
              {t('contracts.read')}
            </Button>
          }
        />
      ))}
      {data.contracts.map(({ id, title, signedAt, session }) => (
        <Row
          key={id}
          title={title}
          details={[`${nameOf(session)} · ${t('contracts.signed', { date: format.date(signedAt) })}`]}
          action={
            <FileLink href={href(id)} name={t('contracts.download', { name: title })}>
              {t('contracts.file')}
            </FileLink>
          }
        />
      ))}
    </ul>
  );
}

/** Sessions that lie ahead; each links to its own page, where it can be changed unless its client has withdrawn from it. */
export function UpcomingSessions({ data, openSession, busy }: { data: PortalPage } & Opening) {
  const { t } = useTranslation('portal');
  const format = useStudioFormat(data);
  const nameOf = useSessionName();
  const [now] = useState(Date.now);
  return (
    <ul className={listClass}>
      {data.upcoming.map((session) => {
        const state = bookingState(session, now);
        const isWithdrawnFrom = state === 'withdrawnFrom';
        const label = t(isWithdrawnFrom ? 'tasks.open' : 'upcoming.manage');
        return (
          <Row
            key={session.id}
            title={<time dateTime={new Date(session.start).toISOString()}>{format.span(session)}</time>}
            details={[
              nameOf(session),
              session.place,
              isWithdrawnFrom && <Tag tone="warning">{t('upcoming.withdrawn')}</Tag>,
              state === 'inquiry' && <Tag tone="accent">{t('upcoming.inquiry')}</Tag>,
            ]}
            action={
              <Button
                loading={busy === session.id}
                aria-label={`${label}: ${nameOf(session)}, ${format.date(session.start)}`}
                onClick={() => openSession(session.id)}
              >
                {label}
              </Button>
            }
          />
        );
      })}
    </ul>
  );
}

/** Sessions that are over, or were not held. */
export function PastSessions({ data }: { data: PortalPage }) {
  const { t } = useTranslation('portal');
  const format = useStudioFormat(data);
  const nameOf = useSessionName();
  const statusText = ({ status }: PortalSession) =>
    status === 'cancelled' || status === 'declined' ? t(`past.${status}`) : null;
  return (
    <ul className={listClass}>
      {data.past.map((session) => {
        const status = statusText(session);
        return (
          <li key={session.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3">
            <span className={clsx('wrap-anywhere', status ? 'text-soft' : 'font-medium')}>{nameOf(session)}</span>
            <span className="text-soft">{[status, format.date(session.start)].filter(Boolean).join(' · ')}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Orders without a session, line by line. */
export function Orders({ data, withdrawalHref }: { data: PortalPage; withdrawalHref: (orderId: string) => string }) {
  const { t } = useTranslation('portal');
  const format = useStudioFormat(data);
  const { studio, currency, orders = [] } = data;
  return (
    <ul className="flex flex-col gap-8">
      {orders.map(({ id, title, lines, paid, withdrawal }) => (
        <li key={id} className="flex flex-col gap-3">
          <h3 className="font-medium wrap-anywhere">{title || t('orders.order')}</h3>
          <OrderLines lines={lines} currency={currency} />
          {paid > 0 && <p data-figures>{t('orders.paid', { amount: format.money(paid) })}</p>}
          <WithdrawalNote state={withdrawal} href={withdrawalHref(id)} studio={studio.name} zone={studio.timeZone} />
        </li>
      ))}
    </ul>
  );
}

/** Payments with their receipts. */
export function Receipts({ data, href }: { data: PortalPage; href: (paymentId: string) => string }) {
  const { timeZone } = data.studio;
  return (
    <ul className={listClass}>
      {data.receipts.map((receipt) => (
        <Receipt key={receipt.paymentId} receipt={receipt} zone={timeZone} href={href(receipt.paymentId)} />
      ))}
    </ul>
  );
}

interface ReceiptProps {
  receipt: PortalPage['receipts'][number];
  zone: string;
  href: string;
}

function Receipt({ receipt, zone, href }: ReceiptProps) {
  const { t } = useTranslation('portal');
  const { number, amount, isRefund, isProof, session, date } = receipt;
  // A former payment keeps its currency.
  const format = useFormat({ zone, currency: receipt.currency });
  const money = format.money(amount);
  return (
    <Row
      title={<span data-figures>{isRefund ? `${t('receipts.refund')}: ${money}` : money}</span>}
      details={[
        [format.date(date), session].filter(Boolean).join(' · '),
        isProof && t(isRefund ? 'receipts.notInvoice' : 'receipts.proof'),
      ]}
      action={
        <FileLink href={href} name={t('receipts.download', { number })}>
          {number}
        </FileLink>
      }
    />
  );
}
