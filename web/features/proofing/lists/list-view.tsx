import { useQuery } from '@rocicorp/zero/react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sourceName } from '#core/domain/galleries/pick-export.ts';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import { roundChanges } from '#core/domain/galleries/proofing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { PickFilters } from '../photos/pick-filters.tsx';
import { PickGrid } from '../photos/pick-grid.tsx';
import { applyPickView, countPickFilters, pickedPhotos } from '../photos/pick-view.ts';
import { PickViewer } from '../photos/pick-viewer.tsx';
import type { Proofing } from '../use-proofing.ts';
import type { ProofingView } from '../view.ts';
import { ListHeader } from './list-header.tsx';
import type { ListSummary } from './list-summary.ts';

interface ListViewProps {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
  view: ProofingView;
  onChange: (changes: Partial<ProofingView>) => void;
}

/** One list: its state and rules, its photos with who chose them, and its rounds. */
export function ListView({ gallery, proofing, summary, view, onChange }: ListViewProps) {
  const { t } = useTranslation('proofing');
  const [openId, setOpenId] = useState<string | null>(null);
  const { photos, comments } = proofing;
  const { list, picks, personIds } = summary;
  const joined = useMemo(() => {
    const people = new Set(personIds);
    const own = comments.filter((one) => one.listId === list.id || (one.personId !== null && people.has(one.personId)));
    const threads = new Set(own.map(({ id }) => id));
    const answers = comments.filter(({ parentId, userId }) => userId !== null && parentId && threads.has(parentId));
    return pickedPhotos(photos, picks, [...new Set([...own, ...answers])]);
  }, [photos, picks, comments, personIds, list.id]);
  const counts = useMemo(() => countPickFilters(joined, personIds.length), [joined, personIds]);
  const shown = useMemo(
    () => applyPickView(joined, { ...view, rating: Number(view.rating ?? 0) }, personIds.length),
    [joined, view, personIds],
  );
  return (
    <div className="flex flex-col gap-6">
      <ListHeader {...{ gallery, proofing, summary, shown }} />
      {joined.length === 0 ? (
        <NothingChosen gallery={gallery} summary={summary} />
      ) : (
        <>
          <PickFilters
            {...{ view, counts, onChange }}
            people={personIds.length}
            shown={shown.length}
            labelNames={proofing.labelNames}
          />
          {shown.length > 0 ? (
            <PickGrid photos={shown} proofing={proofing} onOpen={setOpenId} />
          ) : (
            <div className="flex flex-col items-center gap-4 py-12 text-center">
              <p className="text-soft">{t('filter.nothing')}</p>
              <Button size="small" onClick={() => onChange({ filter: 'all', label: null, rating: null })}>
                {t('filter.reset')}
              </Button>
            </div>
          )}
        </>
      )}
      {list.kind === 'selection' && list.round > 0 && <Rounds proofing={proofing} summary={summary} />}
      <PickViewer photos={shown} proofing={proofing} photoId={openId} onShow={setOpenId} />
    </div>
  );
}

function NothingChosen({ gallery, summary }: Pick<ListViewProps, 'gallery' | 'summary'>) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const lacksPeople = summary.personIds.length === 0 && can(role, 'galleries.share');
  return (
    <EmptyState
      title={t('empty.list.title')}
      action={
        lacksPeople && (
          <Link to={galleryHref(gallery.id, 'galleryAccess')} className={buttonClass()}>
            {t('empty.list.inviteAct')}
          </Link>
        )
      }
    >
      {t(lacksPeople ? 'empty.list.invite' : 'empty.list.text')}
    </EmptyState>
  );
}

interface RoundsProps {
  proofing: Proofing;
  summary: ListSummary;
}

/** The submitted rounds, and the changes from one to the next and since. */
function Rounds({ proofing, summary: { list, picks } }: RoundsProps) {
  const { t } = useTranslation('proofing');
  const id = useId();
  const format = useFormat();
  const [rounds] = useQuery(queries.proofing.rounds({ listId: list.id }));
  const [latest] = rounds;
  if (!latest) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      <h3 id={id} className="font-semibold">
        {t('rounds.title')}
      </h3>
      <ol className="flex flex-col gap-5">
        {list.status === 'open' && (
          <li className="flex flex-col gap-1">
            <p className="font-medium">{t('rounds.since', { round: latest.round })}</p>
            <Changes proofing={proofing} before={latest.photoIds} after={[...pickedIds(picks)]} />
          </li>
        )}
        {rounds.map((round, index) => {
          const before = rounds[index + 1];
          return (
            <li key={round.round} className="flex flex-col gap-1">
              <p data-figures className="flex flex-wrap gap-x-3">
                <span className="font-medium">
                  {t('rounds.one', { round: round.round, when: format.dateTime(round.submittedAt) })}
                </span>
                <span className="text-soft">
                  {t('rounds.photos', { count: round.photoIds.length })}
                  {round.personId && ` ${t('rounds.by', { name: proofing.nameOf(round.personId).name })}`}
                </span>
              </p>
              {round.note && <p className="measure whitespace-pre-wrap">{t('rounds.note', { note: round.note })}</p>}
              {before && <Changes proofing={proofing} before={before.photoIds} after={round.photoIds} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface ChangesProps {
  proofing: Proofing;
  before: readonly string[];
  after: readonly string[];
}

/** Names of the photos that were added and removed. */
function Changes({ proofing, before, after }: ChangesProps) {
  const { t } = useTranslation('proofing');
  const { added, removed } = roundChanges(before, after);
  if (added.length === 0 && removed.length === 0) return <p className="text-soft">{t('rounds.same')}</p>;
  const names = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    const present = proofing.photos.filter((photo) => wanted.has(photo.id));
    const gone = ids.length - present.length;
    return [...present.map(sourceName), ...(gone > 0 ? [t('rounds.gone', { count: gone })] : [])].join(', ');
  };
  return (
    <ul className="measure text-soft wrap-anywhere">
      {added.length > 0 && <li>{t('rounds.added', { names: names(added) })}</li>}
      {removed.length > 0 && <li>{t('rounds.removed', { names: names(removed) })}</li>}
    </ul>
  );
}
