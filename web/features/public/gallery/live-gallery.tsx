import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { live, LivePhoto } from '#core/api/live.ts';
import type { PublicGallery } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useLiveRoom } from '#web/lib/live/use-live-room.ts';
import { useIsAccessChecked } from '../shell/gallery-access-context.ts';
import { useApi } from '../shell/public-api.ts';
import { addPhotos, hasSections, newPhotos } from './live-photos.ts';

type Changes = ResponseOf<typeof live.changes>;

interface LiveGalleryProps {
  /** The gallery of an event, with all of its photos. */
  page: PublicGallery;
  /** True while new photos would disturb: a photo is open, or photos are being searched or selected. */
  isBusy: boolean;
  onPage: (page: PublicGallery) => void;
  /** Scrolls to a photo and focuses it. */
  onShow: (index: number) => void;
}

/**
 * Adds photos that appear during an event: immediately where the reader sees the end of their section, else after a
 * press of a button, so that nothing moves below the reader's eyes.
 */
export function LiveGallery({ page, isBusy, onPage, onShow }: LiveGalleryProps) {
  const { t } = useTranslation('public');
  const { next, isOver } = useNextPage(page);
  const { first, count } = useMemo(() => newPhotos(page, next), [page, next]);
  const [before] = useState(page.photos.length);
  const added = page.photos.length - before;
  const target = useRef<string | null>(null);
  const show = useEffectEvent(onShow);
  const apply = useEffectEvent(() => {
    const { event: _, ...gallery } = next.gallery;
    onPage(isOver ? { ...next, gallery } : next);
  });

  useEffect(() => {
    if (isBusy) return;
    if (count > 0 ? isEndInView(first) : isOver) apply();
  }, [isBusy, first, count, isOver]);
  useEffect(() => {
    const index = page.photos.findIndex(({ id }) => id === target.current);
    if (index < 0) return;
    target.current = null;
    show(index);
  }, [page]);

  return (
    <output className="print:hidden">
      {count > 0 && !isBusy ? (
        // Below the sticky names of sections.
        <span className="pointer-events-none fixed inset-x-0 top-16 z-10 flex animate-appear justify-center">
          <Button
            icon={<ArrowDown />}
            className="pointer-events-auto rounded-full! bg-raised shadow-lift"
            onClick={() => {
              target.current = next.photos[first]?.id ?? null;
              apply();
            }}
          >
            {t('event.new', { count })}
          </Button>
        </span>
      ) : (
        <span className="sr-only">{added > 0 && t('event.added', { count: added })}</span>
      )}
    </output>
  );
}

/** Follows the gallery's room. Returns the page with all photos so far, and whether the event is over. */
function useNextPage(page: PublicGallery): { next: PublicGallery; isOver: boolean } {
  const { id, event } = page.gallery;
  const api = useApi();
  const allowed = useIsAccessChecked();
  const [arrived, setArrived] = useState<readonly LivePhoto[]>([]);
  /** A newer page, if messages were not enough. */
  const [fresh, setFresh] = useState<PublicGallery | null>(null);
  const [until, setUntil] = useState<number | null>(event?.until ?? null);
  const [rev, setRev] = useState(event?.rev ?? 0);
  const next = useMemo(() => addPhotos(fresh ?? page, arrived), [fresh, page, arrived]);

  const take = async (photos: readonly LivePhoto[], isComplete = true) => {
    setArrived((known) => [...known, ...photos]);
    if (isComplete && hasSections(fresh ?? page, photos)) return;
    const answer = await api.gallery(page.studio.slug, id, { later: true });
    setFresh({ ...answer, gallery: { ...answer.gallery, photoCount: answer.photos.length } });
  };
  const ask = async (since: number) => {
    const answer = await api.call<Changes>('GET', `/api/p/${encodeURIComponent(id)}/changes?since=${since}`);
    await take(answer.photos, answer.complete);
    setUntil(answer.until);
    setRev(answer.rev);
    return answer.rev;
  };
  const status = useLiveRoom(allowed && until !== null ? `g:${id}` : null, {
    rev,
    ask,
    onPhotos: (photos, to) => {
      setRev(to);
      // A page that cannot be loaded again now is loaded after the next change.
      take(photos as LivePhoto[]).catch(() => {});
    },
  });
  // The dot of the header, which is not of this script.
  useEffect(() => {
    document.documentElement.dataset['live'] = status;
  }, [status]);

  const checkEnd = useEffectEvent(() => ask(rev).catch(() => {}));
  useEffect(() => {
    if (until === null) return;
    // The server decides: this device's clock may be wrong.
    const timer = setInterval(() => Date.now() >= until && void checkEnd(), CHECK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return { next, isOver: until === null };
}

const CHECK_MS = 60_000;

/** True if the position of a new photo is in view, or there are no photos yet: nothing that is seen moves. */
function isEndInView(index: number): boolean {
  if (document.querySelector('[data-photo]') === null) return true;
  const before = document.querySelector(`[data-index="${index - 1}"]`)?.getBoundingClientRect();
  return before !== undefined && before.bottom > 0 && before.bottom <= innerHeight;
}
