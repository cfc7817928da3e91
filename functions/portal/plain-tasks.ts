import type { PublicInstalment } from '#core/api/dues.ts';
import type { PortalPage, PortalSession, PortalTask, WaitingContract } from '#core/api/portal.ts';
import { planProgress } from '#core/domain/payments/plan-progress.ts';
import { type ByHand, inGroups } from '#core/domain/payments/transfer-code.ts';
import { formatAmount, formatDay } from '#core/domain/values/format.ts';
import type { StudioFrame } from '../public-studio/studio-answer.ts';
import { portalText } from '../public-studio/plain-texts.ts';

/** What a page without a script says of a client, and in whose words. */
export interface Shown {
  frame: StudioFrame;
  data: PortalPage;
  /** Epoch milliseconds. */
  now: number;
}

/** A row of a list as plain texts. */
export interface PlainRow {
  title: string;
  details: string[];
}

const dayOf = ({ frame, data }: Shown, at: number) => formatDay(at, frame.language, data.studio.timeZone);

/** Returns the name of a session's type, or that of any session. */
export const sessionName = ({ frame }: Shown, { type }: Pick<PortalSession, 'type'>): string =>
  type || portalText(frame, 'upcoming.session');

/** "Portrait · 21 November 2026" */
export const aboutSession = (shown: Shown, session: Pick<PortalSession, 'type' | 'start'>): string =>
  `${sessionName(shown, session)} · ${dayOf(shown, session.start)}`;

/** Returns who has signed a contract of several people, and who has not. */
export function signersTexts(shown: Shown, signers: WaitingContract['signers'] = []): string[] {
  if (signers.length < 2 || signers.every(({ signedAt }) => signedAt === null)) return [];
  return signers.map(({ name, signedAt }) =>
    signedAt === null
      ? portalText(shown.frame, 'contracts.missing', { name })
      : portalText(shown.frame, 'contracts.signedBy', { name, date: dayOf(shown, signedAt) }),
  );
}

/** Returns what waits for the client, as the row of its list. The buttons of the page with a script are left out. */
export function taskRow(shown: Shown, task: PortalTask): PlainRow {
  const { frame, data, now } = shown;
  const text = (key: string, values?: Record<string, string>) => portalText(frame, `tasks.${key}`, values);
  const money = (amount: number) => formatAmount(amount, data.currency, frame.language);
  const dueTexts = (dueAt: number | null) =>
    // The due time is the end of a day, which may be the first instant of the next.
    dueAt === null ? [] : [text(dueAt <= now ? 'overdue' : 'due', { date: dayOf(shown, dueAt - 1) })];
  const planTexts = (plan: readonly PublicInstalment[]): string[] => {
    const progress = planProgress(plan, now);
    if (!progress) return [];
    const then = ({ amount, dueAt }: { amount: number; dueAt: number | null }) =>
      text('then', { amount: money(amount), date: dueAt === null ? '' : dayOf(shown, dueAt - 1) });
    const { paid, total, later } = progress;
    return [text('progress', { paid: money(paid), total: money(total) }), ...later.map(then)];
  };
  const byHandTexts = ({ transfer, bizum, cash }: ByHand): string[] => [
    ...(transfer
      ? [
          text('transfer', {
            holder: transfer.holder,
            iban: inGroups(transfer.iban),
            reference: inGroups(transfer.reference),
          }),
        ]
      : []),
    ...(bizum === null ? [] : [text('bizum', { phone: bizum })]),
    ...(cash ? [text('cash')] : []),
  ];
  switch (task.kind) {
    case 'selection': {
      const { gallery, name, dueAt } = task;
      return { title: text('selection', { name }), details: [gallery.name, ...dueTexts(dueAt)] };
    }
    case 'order': {
      const { byHand, plan } = task;
      const amount = money(task.amount);
      const title = task.title ? text('order', { amount, title: task.title }) : text('extras', { amount });
      const canPay = data.canPay && task.item !== null;
      const ways = byHand === null ? (canPay ? [] : [text('byStudio')]) : byHandTexts(byHand);
      const due = plan.length > 0 ? dueTexts(task.dueAt) : [];
      const details = [task.gallery, ...(task.isOnItsWay ? [text('onItsWay')] : ways), ...due, ...planTexts(plan)];
      return { title, details };
    }
    case 'payment': {
      const due = task.isOnItsWay ? [text('onItsWay')] : dueTexts(task.dueAt);
      const title = text(task.purpose, { amount: money(task.amount) });
      return { title, details: [aboutSession(shown, task.session), ...due, ...planTexts(task.plan)] };
    }
    case 'contract':
    case 'questionnaire':
      return {
        title: text(task.kind, { name: task.name }),
        details: [aboutSession(shown, task.session), ...signersTexts(shown, task.signers)],
      };
  }
}
