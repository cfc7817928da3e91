import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { extraCharge } from '#core/domain/galleries/pick-rules.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { paymentHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { PhotosMenu } from '../photos/photos-menu.tsx';
import type { PickedPhoto } from '../photos/pick-view.ts';
import type { ListRow, MoneyRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import { ListActions } from './list-actions.tsx';
import { STATE_TONES, useListName } from './list-labels.ts';
import { type ListSummary, targetOf } from './list-summary.ts';

interface ListHeaderProps {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
  /** Photos that the filters show: what exports and acts are about. */
  shown: readonly PickedPhoto[];
}

/** Name, state, rules, people and acts of a list. */
export function ListHeader({ gallery, proofing, summary, shown }: ListHeaderProps) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const format = useFormat();
  const now = useNow();
  const { list, count, state } = summary;
  const name = useListName(proofing.nameOf)(list);
  const rules = useRules(list, proofing.money.find(({ id }) => id === list.id)?.price?.extraPrice ?? null, now);
  const target = targetOf(list);
  const isSelection = list.kind === 'selection';
  const shares = can(role, 'galleries.share');
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="text-lead font-semibold wrap-anywhere">{name}</h2>
          <p data-figures className="flex flex-wrap items-center gap-x-4 gap-y-1 text-caption text-soft">
            {isSelection && <Tag tone={STATE_TONES[state]}>{t(`status.${state}`)}</Tag>}
            {rules.map((rule) => (
              <span key={rule}>{rule}</span>
            ))}
            {!isSelection && <span>{t('progress.count', { count })}</span>}
            {list.remindedAt !== null && state === 'open' && (
              <span>{t('act.remindedAt', { when: format.recent(list.remindedAt, now) })}</span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isSelection && shares && <ListActions {...{ gallery, proofing, summary }} />}
          <PhotosMenu {...{ gallery, proofing, name }} photos={shown.map(({ photo }) => photo)} />
          <ExportMenu {...{ gallery, proofing, summary, name, shown }} />
        </div>
      </div>
      {isSelection && (
        <div className="max-w-md">
          <Progress
            label={t('progress.label')}
            value={target === null ? (count > 0 ? 1 : 0) : count / target}
            text={
              target === null
                ? t('progress.count', { count })
                : t('progress.of', { count, target: format.number(target) })
            }
          />
        </div>
      )}
      {isSelection && <People proofing={proofing} summary={summary} />}
      {isSelection && <Extras {...{ gallery, proofing, summary }} />}
    </header>
  );
}

/** People of a selection with the number of photos that each has chosen. */
function People({ proofing, summary: { personIds, picks } }: Pick<ListHeaderProps, 'proofing' | 'summary'>) {
  const { t } = useTranslation('proofing');
  const format = useFormat();
  if (personIds.length === 0) return <p className="text-caption text-soft">{t('people.none')}</p>;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2">
      {personIds.map((id) => {
        const person = proofing.nameOf(id);
        const chosen = picks.filter(({ personId, state }) => personId === id && state === 'pick').length;
        return (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <PersonMark {...person} size="small" />
            <span className="truncate">{person.name}</span>
            <span data-figures className="text-caption text-soft">
              {format.number(chosen)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns the rules of a selection in words; none for favourites.
 * @param extraPrice minor units; null for none, or for members without access to money
 */
function useRules(list: ListRow, extraPrice: number | null, now: number): string[] {
  const { t } = useTranslation('proofing');
  const format = useFormat();
  if (list.kind !== 'selection') return [];
  const { minCount: min, maxCount: max, includedCount, dueAt } = list;
  const number = (value: number | null) => format.number(value ?? 0);
  const count = () => {
    if (min === null && max === null) return t('rules.any');
    if (min === max) return t('rules.exactly', { max: number(max) });
    if (min === null) return t('rules.max', { max: number(max) });
    if (max === null) return t('rules.min', { min: number(min) });
    return t('rules.between', { min: number(min), max: number(max) });
  };
  const included = number(includedCount);
  const date = format.date(dueAt ?? 0, now);
  const due = list.allowAfterDue ? 'rules.dueLoose' : (dueAt ?? 0) <= now ? 'rules.wasDue' : 'rules.due';
  return [
    count(),
    ...(includedCount === null
      ? []
      : [
          extraPrice === null
            ? t('rules.included', { included })
            : t('rules.extra', { included, price: format.money(extraPrice) }),
        ]),
    ...(dueAt === null ? [] : [t(due, { date })]),
  ];
}

interface ExtrasProps {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
}

/** Extra photos of each round with their payment, and those chosen since. Only for members with access to money. */
function Extras({ proofing, summary: { list, count } }: ExtrasProps) {
  const { t } = useTranslation('proofing');
  const format = useFormat();
  const money = proofing.money.find(({ id }) => id === list.id);
  if (!money) return null;
  const current = extraCharge(count, {
    includedCount: list.includedCount,
    extraPrice: money.price?.extraPrice ?? null,
  });
  const isCounted = list.status === 'open' && current.amount > 0;
  if (!isCounted && money.charges.length === 0) return null;
  const last = money.charges.at(-1);
  return (
    <ul data-figures className="flex flex-col gap-1">
      {isCounted && (
        <li className="text-soft">{t('extras.now', { count: current.count, amount: format.money(current.amount) })}</li>
      )}
      {money.charges.map((charge) => (
        <li key={charge.round} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>{t('extras.round', { round: charge.round })}</span>
          <span>
            {t('extras.count', {
              count: charge.extraCount,
              amount: format.money(charge.amount, charge.currency),
            })}
          </span>
          <PaymentState charge={charge} />
        </li>
      ))}
      {last?.payment?.status === 'pending' && <RequestPayment payment={last.payment} />}
    </ul>
  );
}

function PaymentState({ charge: { paymentId, payment } }: { charge: MoneyRow['charges'][number] }) {
  const { t } = useTranslation('proofing');
  if (paymentId === null) return <span className="text-caption text-soft">{t('extras.none')}</span>;
  // A photographer sees payments of their own sessions and galleries only.
  if (!payment) return null;
  const state = payment.status === 'pending' || payment.status === 'paid' ? payment.status : 'other';
  const tone = { pending: 'warning', paid: 'success', other: 'neutral' } as const;
  return (
    <>
      <Tag tone={tone[state]}>{t(`extras.${state}`)}</Tag>
      <Link to={paymentHref(payment)} className="text-caption">
        {t(payment.sessionId === null ? 'extras.openPayments' : 'extras.open')}
      </Link>
    </>
  );
}

type ChargePayment = NonNullable<MoneyRow['charges'][number]['payment']>;

/** Mails the client who pays the link to pay what is open. */
function RequestPayment({ payment: { sessionId, orderId, customer } }: { payment: ChargePayment }) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const mutate = useMutation();
  const [account] = useQuery(queries.stripeAccounts.current());
  const name = customer?.name ?? '';
  if (!can(role, 'money.write')) return null;
  if (!customer?.email) return <li className="text-caption text-soft">{t('extras.noEmail', { name })}</li>;
  // A session's link is about paying by card; an order's page also says what is owed without.
  if (sessionId !== null && account?.status !== 'active') return null;
  const owner = sessionId === null ? { orderId: orderId ?? '' } : { sessionId };
  const request = () =>
    mutate(mutators.payments.requestPayment({ ...owner, now: Date.now() }), { done: t('extras.requested', { name }) });
  return (
    <li>
      <Button size="small" writes onClick={() => void request()}>
        {t('extras.request')}
      </Button>
    </li>
  );
}
