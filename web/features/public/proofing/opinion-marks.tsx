import { clsx } from 'clsx';
import { CircleHelp, Star, X } from 'lucide-react';
import type { PickLabel } from '#core/domain/galleries/proofing.ts';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import type { PhotoChoice } from './choosing-store.ts';
import type { NamedPerson } from './person-names.ts';

/** A colour label as a dot. Decorative: its name is in the label of what it is on. */
export function LabelDot({ label }: { label: PickLabel }) {
  return (
    <span
      aria-hidden
      style={{ background: `var(--label-${label})` }}
      className="size-3 shrink-0 rounded-full border border-on-photo"
    />
  );
}

interface OpinionMarksProps {
  choice: PhotoChoice;
  /** People of a shared list; those who have picked the photo are shown. */
  people: readonly NamedPerson[];
  /** A video has its length in the right corner. */
  isVideo: boolean;
}

/** The people who picked a photo, and the caller's own rating and label. Decorative: the heart's label says the same. */
export function OpinionMarks({ choice: { mine, all }, people, isVideo }: OpinionMarksProps) {
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
