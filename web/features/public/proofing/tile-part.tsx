import { clsx } from 'clsx';
import { CircleHelp, Heart, Star, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelDot } from '#web/components/ui/lists/label-dot.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import type { TilePartProps } from '../photos/proofing-parts.ts';
import type { Choosing, PhotoChoice } from './choosing-store.ts';
import { namedPeople, type NamedPerson, nameOfList } from './person-names.ts';
import { useChoosing, usePhotoChoice } from './use-choosing.ts';
import { useHeartLabel } from './use-heart-label.ts';

/** Returns a length of the grid as CSS, as `scaled` does, which is part of another script. */
const css = (px: number, scale: number | null) => (scale === null ? `${px}px` : `${(px * scale).toFixed(3)}cqw`);

/** The heart in a photo's left upper corner, where no floating button passes, and who has picked it at the lower edge. */
export const TilePart = memo(function TilePart({
  choosing,
  photo,
  tile,
  scale,
}: TilePartProps & { choosing: Choosing }) {
  const { t } = useTranslation('choosing');
  const { view, list } = useChoosing(choosing);
  const choice = usePhotoChoice(choosing, photo.id);
  const label = useHeartLabel(choosing, photo.id);
  if (!view?.canSelect) return null;
  const isPicked = choice.mine?.state === 'pick';
  const isClosed = (list?.closed ?? null) !== null;
  const { left, top, width, height } = tile;
  return (
    <span
      className="group pointer-events-none absolute print:hidden"
      style={{ left: css(left, scale), top: css(top, scale), width: css(width, scale), height: css(height, scale) }}
    >
      {choice.mine?.state === 'reject' && <span className="absolute inset-0 bg-paper/65" />}
      {(!isClosed || isPicked) && (
        <button
          type="button"
          aria-label={label}
          title={isClosed ? nameOfList(t, list) : label}
          aria-pressed={isPicked}
          aria-disabled={isClosed}
          onClick={() => !isClosed && choosing.toggle(photo.id)}
          className={clsx(
            'absolute top-0 left-0 flex size-11 items-center justify-center text-on-photo transition-opacity -outline-offset-4',
            'hover:opacity-100 focus-visible:opacity-100 aria-pressed:opacity-100 pointer-coarse:opacity-100',
            '[a:hover+.group_&]:opacity-100 [a:focus-visible+.group_&]:opacity-100',
            'pointer-events-auto opacity-0 max-md:opacity-100',
          )}
        >
          <span className="flex size-8 items-center justify-center rounded-full bg-veil">
            <Heart aria-hidden className={clsx('size-4.5', isPicked && 'fill-current')} strokeWidth={1.75} />
          </span>
        </button>
      )}
      <OpinionMarks choice={choice} people={namedPeople(t, list)} isVideo={photo.video !== undefined} />
    </span>
  );
});

interface OpinionMarksProps {
  choice: PhotoChoice;
  /** People of a shared list; those who have picked the photo are shown. */
  people: readonly NamedPerson[];
  /** A video has its length in the right corner. */
  isVideo: boolean;
}

/** The people who picked a photo, and the caller's own rating and label. Decorative: the heart's label says the same. */
function OpinionMarks({ choice: { mine, all }, people, isVideo }: OpinionMarksProps) {
  const pickers = people.filter(({ id }) => all.some(({ personId, state }) => personId === id && state === 'pick'));
  const Sign = { pick: null, maybe: CircleHelp, reject: X }[mine?.state ?? 'pick'];
  const { rating = 0, label = null } = mine ?? {};
  return (
    <span
      aria-hidden
      className={clsx(
        'pointer-events-none absolute inset-x-1.5 bottom-1.5 flex flex-wrap-reverse items-end gap-1',
        isVideo ? 'justify-start' : 'justify-between',
      )}
    >
      <span className="flex gap-1">
        {people.length > 1 &&
          pickers.map(({ id, name, color }) => (
            <span key={id} className="flex rounded-full ring-1 ring-on-photo">
              <PersonMark name={name} color={color} size="small" />
            </span>
          ))}
      </span>
      {(Sign || rating > 0 || label) && (
        <span className="flex h-6 items-center gap-1.5 rounded-full bg-raised px-2 text-caption text-ink tabular-nums">
          {Sign && <Sign className="size-3.5" strokeWidth={2.25} />}
          {label && <LabelDot label={label} />}
          {rating > 0 && (
            <span className="flex items-center gap-0.5">
              <Star className="size-3.5 fill-current" />
              {rating}
            </span>
          )}
        </span>
      )}
    </span>
  );
}
