import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { PickFilters } from '../photos/pick-filters.tsx';
import { PickGrid } from '../photos/pick-grid.tsx';
import { applyPickView, countPickFilters, pickedPhotos } from '../photos/pick-view.ts';
import { PickViewer } from '../photos/pick-viewer.tsx';
import type { ProofingView } from '../view.ts';
import type { Proofing } from '../use-proofing.ts';
import { ListHeader } from './list-header.tsx';
import type { ListSummary } from './list-summary.ts';
import { Rounds } from './rounds.tsx';

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
