import { clsx } from 'clsx';
import { CircleHelp, MessageSquare, Star, X } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { ProofingSettings } from '#core/domain/galleries/proofing.ts';
import { LabelDot } from '#web/components/ui/lists/label-dot.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import type { FindPerson } from '../people/person-names.ts';
import type { PickRow } from '../types.ts';
import { bestRating, commonLabel, type PickedPhoto } from './pick-view.ts';

/** A person's opinion: solid for a pick, faded for "maybe" and "no" with a sign. */
function OpinionMark({ pick, nameOf }: { pick: PickRow; nameOf: FindPerson }) {
  const Sign = { pick: null, maybe: CircleHelp, reject: X }[pick.state];
  return (
    <span className="relative flex">
      <span className={clsx('flex rounded-full ring-1 ring-on-photo', Sign && 'opacity-70')}>
        <PersonMark {...nameOf(pick.personId)} size="small" />
      </span>
      {Sign && (
        <span className="absolute -right-1 -bottom-1 flex size-3.5 items-center justify-center rounded-full bg-raised text-ink">
          <Sign aria-hidden className="size-3" strokeWidth={2.5} />
        </span>
      )}
    </span>
  );
}

/** People shown on a tile; further ones are a number. */
const SHOWN_PEOPLE = 4;

/** The people who chose a photo, with rating, label and comments, at the lower edge of its tile. */
export function PickMarks({ one, nameOf }: { one: PickedPhoto; nameOf: FindPerson }) {
  const { picks, comments } = one;
  const [rating, label] = [bestRating(one), commonLabel(one)];
  const hasFacts = rating > 0 || label !== null || comments.length > 0;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-1.5 bottom-1.5 flex flex-wrap items-end justify-between gap-1.5"
    >
      <span className="flex gap-1">
        {picks.slice(0, SHOWN_PEOPLE).map((pick) => (
          <OpinionMark key={pick.personId} pick={pick} nameOf={nameOf} />
        ))}
        {picks.length > SHOWN_PEOPLE && (
          <span className="flex h-6 items-center rounded-full bg-raised px-2 text-caption">
            {`+${picks.length - SHOWN_PEOPLE}`}
          </span>
        )}
      </span>
      {hasFacts && (
        <span className="flex h-6 items-center gap-2 rounded-full bg-raised px-2 text-caption tabular-nums">
          {label && <LabelDot label={label} />}
          {rating > 0 && (
            <span className="flex items-center gap-0.5">
              <Star className="size-3.5 fill-current" />
              {rating}
            </span>
          )}
          {comments.length > 0 && (
            <span className="flex items-center gap-0.5">
              <MessageSquare className="size-3.5" />
              {comments.length}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

/** Returns a pick in words: "Ana: yes, 4 stars, Red". */
export function describePick(
  t: TFunction<'proofing'>,
  pick: PickRow,
  nameOf: FindPerson,
  labelNames: ProofingSettings['labelNames'],
): string {
  const state = t('pick.opinion', { name: nameOf(pick.personId).name, state: t(`pick.${pick.state}`) });
  const stars = pick.rating > 0 && t('filter.stars', { count: pick.rating });
  const label = pick.label && (labelNames[pick.label] || t(`color.${pick.label}`));
  return [state, stars, label].filter(Boolean).join(', ');
}
