import { useQuery } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { CircleSlash, Ellipsis, Eye, Send, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AUTOMATED_STATUSES } from '#core/domain/sessions/automations.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu, type MenuItem } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { PlanItem, PlanState } from './session-plan.ts';
import { useStepLabels } from './step-labels.ts';
import type { SessionRow, StepRow } from './types.ts';
import { useRunActions } from './use-run-actions.ts';

const DOTS: Readonly<Record<PlanState, string>> = {
  done: 'bg-success',
  sent: 'bg-success',
  queued: 'bg-accent',
  failed: 'bg-danger',
  withdrawn: 'bg-edge',
  skipped: 'bg-edge',
  held: 'bg-warning',
  waiting: 'border-2 border-edge bg-paper',
  planned: 'border-2 border-accent bg-paper',
  due: 'bg-accent',
  passed: 'bg-edge',
  late: 'bg-edge',
  begun: 'bg-edge',
};

/** States that a member may still carry out. */
const CAN_RUN: ReadonlySet<PlanState> = new Set([
  'planned',
  'due',
  'held',
  'waiting',
  'passed',
  'late',
  'begun',
  'skipped',
]);
const CAN_SKIP: ReadonlySet<PlanState> = new Set(['planned', 'due', 'held', 'waiting']);

/** True if a step sends a mail whose texts the member may read: those of the studio's templates need the right to send. */
const hasPreview = ({ kind }: Pick<StepRow, 'kind'>, maySend: boolean) =>
  kind === 'mail' || (maySend && kind !== 'checklist');

interface PlanItemViewProps {
  session: SessionRow;
  item: PlanItem;
  onPreview: () => void;
}

/** A step on the time line of a session. */
export function PlanItemView({ session, item, onPreview }: PlanItemViewProps) {
  const { t } = useTranslation('automations');
  const { role } = useAccount();
  const { whatOf } = useStepLabels();
  const { skip, unskip, runNow } = useRunActions(session.id);
  const { step, state } = item;
  const name = whatOf(step);
  const mayAct = can(role, 'sessions.write') && step.deletedAt === null && step.sessionTypeId === session.sessionTypeId;
  const isRunnable = AUTOMATED_STATUSES.includes(session.status) && CAN_RUN.has(state);
  const items: (MenuItem | false)[] = [
    hasPreview(step, mayAct) &&
      step.deletedAt === null && { label: t('session.preview'), icon: <Eye />, onSelect: onPreview },
    mayAct &&
      isRunnable && {
        label: t(step.kind === 'checklist' ? 'session.now' : 'session.nowMail'),
        icon: <Send />,
        writes: true,
        onSelect: () => void runNow(step),
      },
    mayAct &&
      CAN_SKIP.has(state) && {
        label: t('session.skip'),
        icon: <CircleSlash />,
        writes: true,
        onSelect: () => void skip(step),
      },
    mayAct &&
      state === 'skipped' &&
      item.run?.reason === 'member' && {
        label: t('session.unskip'),
        icon: <Undo2 />,
        writes: true,
        onSelect: () => void unskip(step),
      },
  ];
  const offered = items.filter((one) => one !== false);
  const isOver = state === 'skipped' || state === 'withdrawn' || DOTS[state] === 'bg-edge';
  return (
    <li className="relative flex items-start justify-between gap-2 py-2 pl-6 first:*:first:top-4 last:*:first:bottom-auto last:*:first:h-4">
      {/* The line between the dots. */}
      <span aria-hidden className="absolute inset-y-0 left-[5px] w-px bg-line" />
      <span aria-hidden className={clsx('absolute top-3.5 left-0 size-[11px] rounded-full', DOTS[state])} />
      <div className="min-w-0 py-0.5">
        <p className={clsx('font-medium wrap-anywhere', isOver && 'text-soft')}>{name}</p>
        <p data-figures className={clsx('text-caption', state === 'failed' ? 'text-danger' : 'text-soft')}>
          <StateText item={item} isRequest={session.status === 'inquiry'} />
        </p>
      </div>
      {offered.length > 0 && (
        <Menu
          trigger={<IconButton label={t('session.more', { name })} icon={<Ellipsis aria-hidden />} />}
          groups={[{ items: offered }]}
        />
      )}
    </li>
  );
}

function StateText({ item: { state, run, step, at }, isRequest }: { item: PlanItem; isRequest: boolean }) {
  const { t } = useTranslation('automations');
  const format = useFormat();
  const { whenOf } = useStepLabels();
  const [members] = useQuery(queries.team.members());
  const when = at === null ? '' : format.dateTime(at);
  if (isRequest && run === null) return whenOf(step);
  if (state === 'skipped' || (state === 'failed' && !run?.message)) {
    const reason = run?.reason ?? null;
    if (reason !== null && reason !== 'member') return t(`session.reason.${reason}`);
    const member = members.find(({ userId }) => userId === run?.actorId);
    return member
      ? t('session.reason.member', { who: member.name || member.email })
      : t('session.reason.memberUnknown');
  }
  return t(`session.state.${state}`, { when });
}
