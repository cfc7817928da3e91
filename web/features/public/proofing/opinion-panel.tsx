import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import type { Choosing } from './choosing-store.ts';
import { namedPeople } from './person-names.ts';
import { LABELS } from './pick-keys.ts';
import { useChoosing, usePhotoChoice } from './use-choosing.ts';

const STATES = ['pick', 'maybe', 'reject'] as const;
const STARS = [1, 2, 3, 4, 5];

interface OpinionPanelProps {
  choosing: Choosing;
  photo: PublicPhoto;
}

/** Yes, maybe or no, stars and colour label of a photo, and what the others think. At the bottom, away from Next. */
export function OpinionPanel({ choosing, photo }: OpinionPanelProps) {
  const { t } = useTranslation('choosing');
  const { view, list } = useChoosing(choosing);
  const { mine, all } = usePhotoChoice(choosing, photo.id);
  const isClosed = (list?.closed ?? null) !== null;
  const change: Choosing['change'] = (id, value) => {
    if (!isClosed) choosing.change(id, value);
  };
  const { rating = 0, label = null } = mine ?? {};
  const others = namedPeople(t, list).flatMap(({ isYou, ...person }) => {
    const pick = all.find(({ personId }) => personId === person.id);
    return isYou || !pick ? [] : [{ ...person, pick }];
  });
  return (
    <section
      aria-label={t('panel.label')}
      className="pswp__hide-on-close absolute bottom-[calc(env(safe-area-inset-bottom)+--spacing(3))] left-1/2 flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 animate-appear flex-wrap items-center justify-center gap-x-4 gap-y-1 rounded-control border border-line bg-raised p-2 text-ink shadow-lift max-sm:bottom-[calc(env(safe-area-inset-bottom)+--spacing(17))]"
    >
      <SegmentedControl
        label={t('panel.state')}
        value={mine?.state ?? 'none'}
        onChange={(state) => state !== 'none' && change(photo.id, { state })}
        options={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <div role="group" aria-label={t('rating.label')} className="flex">
        {STARS.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={t('rating.stars', { count })}
            aria-pressed={rating === count}
            onClick={() => change(photo.id, { rating: rating === count ? 0 : count })}
            className="flex size-11 items-center justify-center rounded-full hover:bg-hover"
          >
            <Star aria-hidden className={clsx('size-5', count <= rating && 'fill-current')} strokeWidth={1.5} />
          </button>
        ))}
      </div>
      <div role="group" aria-label={t('labels.label')} className="flex">
        {LABELS.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={view?.labelNames[one] || t(`labels.${one}`)}
            title={view?.labelNames[one] || t(`labels.${one}`)}
            aria-pressed={label === one}
            onClick={() => change(photo.id, { label: label === one ? null : one })}
            className="group flex size-11 items-center justify-center rounded-full hover:bg-hover"
          >
            <span
              style={{ background: `var(--label-${one})` }}
              className="size-5 rounded-full border border-edge ring-offset-2 ring-offset-raised group-aria-pressed:ring-2 group-aria-pressed:ring-ink"
            />
          </button>
        ))}
      </div>
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 px-2">
          {others.map(({ id, name, color, pick }) => (
            <li key={id} className="flex items-center gap-2 text-caption">
              <PersonMark name={name} color={color} size="small" />
              {t('panel.opinion', { name, state: t(`states.${pick.state}`) })}
              {pick.rating > 0 && <span className="tabular-nums">{`★ ${pick.rating}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
