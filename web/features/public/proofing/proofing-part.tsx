import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { useHistoryLayer } from '#web/lib/browser/history-layer.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import { useApi } from '../shell/public-api.ts';
import { AdoptLink, readAdoptToken } from './adopt-link.tsx';
import { ChoosingBar } from './choosing-bar.tsx';
import { Choosing } from './choosing-store.ts';
import { CommentsButton, CommentsPart } from './comments-part.tsx';
import { CompareButton, CompareSelection, importCompare } from './compare-buttons.tsx';
import { DeviceEntry } from './device-entry.tsx';
import { LightboxButtons, LightboxPart } from './lightbox-part.tsx';
import { ListsDialog } from './lists-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { ALL_PHOTOS } from './photo-filters.ts';
import { Proofing } from './proofing-store.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { TilePart } from './tile-part.tsx';
import { useChoosing } from './use-choosing.ts';
import { useLiveRoom } from '#web/lib/live/use-live-room.ts';
import { type NamedPerson, namedPeople } from './person-names.ts';

interface ProofingPartProps {
  page: PublicGallery;
  /** True while photos are selected for a download: that bar replaces this one. */
  hidden: boolean;
  /** Called with what choosing adds to grid and lightbox; null when it ends. */
  onParts: (parts: ProofingParts | null) => void;
  /** Called with the ids of the photos to show; null shows all. */
  onKept: (kept: ReadonlySet<string> | null) => void;
  onOpen: (photoId: string) => void;
  /** True while the lightbox is on the screen: it keeps the focus, and photos are compared once it is gone. */
  isLightboxOpen: boolean;
  /** Called when photos begin or cease to be compared. */
  onComparing: (isComparing: boolean) => void;
}

/** Choosing photos in an open gallery. Loaded for visitors who may choose or comment. */
export function ProofingPart(props: ProofingPartProps) {
  const api = useApi();
  const galleryId = props.page.gallery.id;
  const [choosing] = useState(() => new Choosing(new Proofing({ api, galleryId }), galleryId));
  useEffect(() => {
    void choosing.proofing.load();
    return () => choosing.proofing.dispose();
  }, [choosing]);
  const [token, setToken] = useState(readAdoptToken);
  return (
    // Below the store, which a wait for the texts would create again.
    <Suspense>
      <OpenPart choosing={choosing} {...props} />
      {token !== null && <AdoptLink proofing={choosing.proofing} token={token} onClose={() => setToken(null)} />}
    </Suspense>
  );
}

/** An open dialog. */
type Panel = 'submit' | 'name' | 'lists' | 'device' | null;

function OpenPart(props: ProofingPartProps & { choosing: Choosing }) {
  const { choosing, page, hidden, onParts, onKept, onOpen, isLightboxOpen, onComparing } = props;
  const { t } = useTranslation(['choosing', 'errors', 'public', 'common']);
  const { phase, kept } = useChoosing(choosing);
  const here = useLiveList(choosing);
  const { photos, studio } = page;
  const [panel, setPanel] = useState<Panel>(null);
  const [compared, setCompared] = useState<readonly string[] | null>(null);
  const parts = useMemo(() => partsOf(choosing, studio.name, setCompared), [choosing, studio.name]);
  const isReady = phase === 'ready';
  const tellParts = useEffectEvent(onParts);
  const tellKept = useEffectEvent(onKept);
  useEffect(() => {
    tellParts(isReady ? parts : null);
    return () => tellParts(null);
  }, [parts, isReady]);
  useEffect(() => tellKept(kept), [kept]);
  useEffect(() => () => tellKept(null), []);
  const isComparing = compared !== null;
  useHistoryLayer(isComparing, () => setCompared(null));
  const tellComparing = useEffectEvent(onComparing);
  useEffect(() => {
    tellComparing(isComparing);
    return () => tellComparing(false);
  }, [isComparing]);
  useEffect(() => choosing.setPhotos(photos), [choosing, photos]);
  useGridKey(choosing);
  if (!isReady) return null;
  const close = (open: boolean) => !open && setPanel(null);
  return (
    <>
      {kept?.size === 0 && (
        <EmptyState
          title={t('filter.none')}
          action={<Button onClick={() => choosing.show(ALL_PHOTOS)}>{t('filter.reset')}</Button>}
        >
          {t('filter.noneText')}
        </EmptyState>
      )}
      {!hidden && (
        <ChoosingBar
          choosing={choosing}
          zone={studio.timeZone}
          here={here}
          onLists={() => setPanel('lists')}
          onSubmit={() => setPanel('submit')}
          onName={() => setPanel('name')}
        />
      )}
      {panel === 'submit' && (
        <SubmitDialog choosing={choosing} studio={studio.name} zone={studio.timeZone} onOpenChange={close} />
      )}
      <NameDialog choosing={choosing} open={panel === 'name'} onOpenChange={close} />
      <ListsDialog
        choosing={choosing}
        photos={photos}
        open={panel === 'lists'}
        onOpenChange={close}
        onOpenPhoto={onOpen}
        onCompare={setCompared}
        onDevice={() => setPanel('device')}
      />
      <DeviceEntry
        choosing={choosing}
        open={panel === 'device'}
        onOpenChange={(open) => setPanel(open ? 'device' : null)}
      />
      {compared && !isLightboxOpen && (
        <LazyPart load={importCompare} wanted onClose={() => setCompared(null)}>
          {({ Compare }) => (
            <Suspense>
              <Compare choosing={choosing} photos={photos} photoIds={compared} onClose={() => setCompared(null)} />
            </Suspense>
          )}
        </LazyPart>
      )}
    </>
  );
}

function partsOf(choosing: Choosing, studio: string, compare: (photoIds: readonly string[]) => void): ProofingParts {
  return {
    TilePart: (props) => <TilePart choosing={choosing} {...props} />,
    LightboxButtons: (props) => <LightboxButtons choosing={choosing} {...props} />,
    LightboxPart: (props) => <LightboxPart choosing={choosing} {...props} />,
    CommentsButton: (props) => <CommentsButton choosing={choosing} {...props} />,
    Comments: (props) => <CommentsPart choosing={choosing} studio={studio} {...props} />,
    CompareButton: (props) => <CompareButton choosing={choosing} compare={compare} {...props} />,
    CompareSelection: (props) => <CompareSelection choosing={choosing} compare={compare} {...props} />,
    useKeys: () => useKeyTexts(choosing),
  };
}

/** Returns the keys of choosing and what they do. */
function useKeyTexts(choosing: Choosing): readonly (readonly [string, string])[] {
  const { t } = useTranslation('choosing');
  const { list, view } = useChoosing(choosing);
  const keys = [
    ...(view?.canSelect ? [['F', t('keys.heart')] as const] : []),
    ...(view?.canComment ? [['C', t('keys.comments')] as const] : []),
  ];
  if (list?.kind !== 'selection') return keys;
  return [...keys, ['0–5', t('keys.rating')], ['6–9', t('keys.label')]];
}

/** F adds the focused photo of the grid, or takes it out. */
function useGridKey(choosing: Choosing): void {
  useEffect(() => {
    const onKeyDown = ({ key, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent) => {
      if (key.toLowerCase() !== 'f' || altKey || ctrlKey || metaKey || repeat) return;
      const photoId = document.activeElement?.closest('a[data-photo]')?.getAttribute('data-photo');
      const { view, list } = choosing.getSnapshot();
      if (photoId && view?.canSelect && (list?.closed ?? null) === null) choosing.toggle(photoId);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [choosing]);
}

/**
 * Shows what others choose in the same selection as they do, and what the studio does with it.
 * @returns the others who have it open
 */
function useLiveList(choosing: Choosing): NamedPerson[] {
  const { t } = useTranslation('choosing');
  const { list } = useChoosing(choosing);
  const [here, setHere] = useState<readonly string[]>([]);
  useLiveRoom(list?.kind === 'selection' ? `l:${list.id}` : null, {
    // The view was read before the room is joined.
    rev: 0,
    ask: async () => {
      if (!(await choosing.proofing.refresh())) throw new Error('not read');
    },
    onPeople: (people) => setHere(people.map(({ id }) => id)),
  });
  return namedPeople(t, list).filter(({ id, isYou }) => !isYou && here.includes(id));
}
