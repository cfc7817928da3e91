import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_GALLERY_PEOPLE } from '#core/domain/galleries/proofing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { useViewParams } from '#web/lib/view-params.ts';
import { CommentsPanel } from './comments/comments-panel.tsx';
import { ListRail } from './lists/list-rail.tsx';
import { ListView } from './lists/list-view.tsx';
import { SelectionDialog } from './lists/selection-dialog.tsx';
import { PeopleDialog } from './people/people-dialog.tsx';
import { useProofing } from './use-proofing.ts';
import { COMMENTS, PROOFING_VIEW } from './view.ts';

/** Clients' choices and comments in a gallery; picks appear as they are made. */
export function ProofingTab({ gallery }: TabProps) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const proofing = useProofing(gallery);
  const [view, change] = useViewParams(PROOFING_VIEW);
  const [dialog, setDialog] = useState<'new' | 'people' | null>(null);
  const { summaries, comments, isComplete } = proofing;
  const isSettled = useSettled({ isComplete, hasRows: summaries.length > 0 });
  if (!isSettled) return <LoadingPlaceholder className="h-96" />;
  const shares = can(role, 'galleries.share');
  const isFull = proofing.people.filter((person) => person.role === 'guest').length >= MAX_GALLERY_PEOPLE;
  const full = isFull && (
    <Banner
      tone="warning"
      title={t('people.full', { max: MAX_GALLERY_PEOPLE })}
      action={
        shares && (
          <Button size="small" onClick={() => setDialog('people')}>
            {t('people.fullOpen')}
          </Button>
        )
      }
    >
      {t('people.fullText')}
    </Banner>
  );
  const dialogs = (
    <>
      {dialog === 'new' && (
        <SelectionDialog
          gallery={gallery}
          proofing={proofing}
          list={null}
          onClose={() => setDialog(null)}
          onCreated={(list) => change({ ...PROOFING_VIEW.defaults, list })}
        />
      )}
      {dialog === 'people' && <PeopleDialog gallery={gallery} proofing={proofing} onClose={() => setDialog(null)} />}
    </>
  );
  if (summaries.length === 0 && comments.length === 0) {
    return (
      <>
        {full}
        <ProofingEmpty gallery={gallery} onNew={shares ? () => setDialog('new') : null} />
        {dialogs}
      </>
    );
  }
  const showsComments = view.list === COMMENTS || summaries.length === 0;
  const summary = summaries.find(({ list }) => list.id === view.list) ?? summaries[0];
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      {full && <div className="lg:col-span-2">{full}</div>}
      <ListRail
        proofing={proofing}
        current={showsComments ? COMMENTS : (summary?.list.id ?? COMMENTS)}
        onShow={(list) => change({ ...PROOFING_VIEW.defaults, list })}
        onNew={shares ? () => setDialog('new') : null}
        onPeople={shares ? () => setDialog('people') : null}
      />
      <section aria-label={t('title')} className="min-w-0">
        {showsComments || !summary ? (
          <CommentsPanel gallery={gallery} proofing={proofing} />
        ) : (
          <ListView key={summary.list.id} {...{ gallery, proofing, summary, view }} onChange={change} />
        )}
      </section>
      {dialogs}
    </div>
  );
}

interface ProofingEmptyProps {
  gallery: GalleryRow;
  /** Null for members who may not set up a selection. */
  onNew: (() => void) | null;
}

/** Shown until a person has chosen or the studio has set up a selection. */
function ProofingEmpty({ gallery, onNew }: ProofingEmptyProps) {
  const { t } = useTranslation('proofing');
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        onNew && (
          <Button variant="primary" onClick={onNew}>
            {t('lists.new')}
          </Button>
        )
      }
    >
      {!onNew ? t('empty.readOnly') : t(gallery.guestFavourites ? 'empty.favourites' : 'empty.text')}
    </EmptyState>
  );
}
