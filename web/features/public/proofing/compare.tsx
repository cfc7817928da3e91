import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, CircleHelp, Heart, Minus, Plus, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import type { PickState } from '#core/domain/galleries/proofing.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { PhotoImage } from '../photos/photo-image.tsx';
import type { Choosing } from './choosing-store.ts';
import { addPhoto, bestColumns, MAX_COMPARED, MIN_COMPARED, swapPhoto } from './compare-photos.ts';
import { useChoosing, usePhotoChoice } from './use-choosing.ts';

interface CompareProps {
  choosing: Choosing;
  /** Photos of the gallery, in order. */
  photos: readonly PublicPhoto[];
  /** Ids of the photos at first: two to four, or one, which gets its neighbour. */
  photoIds: readonly string[];
  onClose: () => void;
}

/** Height of the buttons under a photo, in pixels, with the gaps. */
const BELOW_PX = 56;

/** Two to four photos side by side, with an opinion about each. */
export function Compare({ choosing, photos, photoIds, onClose }: CompareProps) {
  const { t } = useTranslation(['compare', 'common']);
  const order = photos.map(({ id }) => id);
  const [shown, setShown] = useState<readonly string[]>(() =>
    photoIds.length < MIN_COMPARED ? addPhoto(photoIds, order) : photoIds.slice(0, MAX_COMPARED),
  );
  const area = useRef<HTMLUListElement>(null);
  const size = useSize(area);
  const compared = shown.flatMap((id) => photos.find((photo) => photo.id === id) ?? []);
  const columns = bestColumns(
    compared.map(({ width, height }) => width / height),
    size,
    BELOW_PX,
  );
  const focus = (at: number) => area.current?.querySelectorAll<HTMLElement>('[data-pane]')[at]?.focus();
  const remove = (at: number) => {
    if (shown.length <= MIN_COMPARED) return;
    setShown(shown.toSpliced(at, 1));
    focus(at === shown.length - 1 ? at - 1 : at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || !/^[1-4]$/.test(event.key)) return;
    event.preventDefault();
    focus(Number(event.key) - 1);
  };
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focus(0);
          }}
          className="fixed inset-0 z-50 flex animate-appear flex-col bg-paper pt-[env(safe-area-inset-top)] pb-safe text-ink outline-none"
        >
          <header className="flex items-center gap-2 py-1 pr-2 pl-4">
            <Primitive.Title className="font-semibold">{t('title')}</Primitive.Title>
            <p className="ml-4 truncate text-caption text-soft pointer-coarse:hidden">{t('keys')}</p>
            <span className="ml-auto flex items-center gap-1">
              {shown.length < MAX_COMPARED && addPhoto(shown, order) !== shown && (
                <Button size="small" icon={<Plus />} onClick={() => setShown(addPhoto(shown, order))}>
                  {t('add')}
                </Button>
              )}
              <Primitive.Close asChild>
                <IconButton label={t('common:close')} icon={<X aria-hidden />} />
              </Primitive.Close>
            </span>
          </header>
          <ul
            ref={area}
            aria-label={t('photos')}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            className="grid min-h-0 grow auto-rows-fr gap-1 px-1 sm:gap-3 sm:px-3 sm:pb-2"
          >
            {compared.map((photo, at) => (
              <li key={at} className="flex min-h-0 min-w-0">
                <Pane
                  choosing={choosing}
                  photo={photo}
                  label={t('photo', { number: at + 1, name: photo.filename })}
                  number={order.indexOf(photo.id) + 1}
                  canSwap={{
                    next: swapPhoto(shown, at, order, 1) !== shown,
                    previous: swapPhoto(shown, at, order, -1) !== shown,
                  }}
                  onSwap={(by) => setShown(swapPhoto(shown, at, order, by))}
                  onRemove={shown.length > MIN_COMPARED ? () => remove(at) : null}
                />
              </li>
            ))}
          </ul>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const STATES = [
  ['pick', 'f', Heart],
  ['maybe', 'm', CircleHelp],
  ['reject', 'x', X],
] as const;

interface PaneProps {
  choosing: Choosing;
  photo: PublicPhoto;
  label: string;
  /** Position in the gallery, from 1. */
  number: number;
  canSwap: { next: boolean; previous: boolean };
  onSwap: (by: 1 | -1) => void;
  /** Null while only two are left. */
  onRemove: (() => void) | null;
}

/** One photo, as large as its area allows, with its buttons below. */
function Pane(props: PaneProps) {
  const { choosing, photo, label, number, canSwap, onSwap, onRemove } = props;
  const { t } = useTranslation(['compare', 'common']);
  const { view, list } = useChoosing(choosing);
  const { mine } = usePhotoChoice(choosing, photo.id);
  const canChange = (list?.closed ?? null) === null;
  const ratio = photo.width / photo.height;
  const toggle = (state: PickState) => {
    if (!view?.canSelect || !canChange) return;
    if (mine?.state !== state) return choosing.change(photo.id, { state });
    choosing.proofing.setPick(choosing.getSnapshot().listId, photo.id, null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const state = STATES.find(([, letter]) => letter === key)?.[0];
    if (state) toggle(state);
    else if (key === 'arrowright') onSwap(1);
    else if (key === 'arrowleft') onSwap(-1);
    else if (key === 'delete' || key === 'backspace') onRemove?.();
    else return;
    event.preventDefault();
  };
  return (
    // A stop of the keyboard: keys act on the photo that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      data-pane
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="@container flex min-h-0 min-w-0 grow flex-col rounded-print outline-offset-[-2px]"
    >
      <div className="@container-size flex min-h-0 grow items-center justify-center">
        <div className="relative" style={{ width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }}>
          <PhotoImage
            key={photo.id}
            galleryId={choosing.galleryId}
            photo={photo}
            alt={t('alt', { number })}
            sizes="50vw"
            className="rounded-print"
          />
          {onRemove && (
            <IconButton
              label={t('remove')}
              icon={<Minus aria-hidden />}
              onPhoto
              onClick={onRemove}
              className="absolute top-1 right-1"
            />
          )}
        </div>
      </div>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center justify-center sm:gap-2">
        <IconButton
          label={t('previous')}
          icon={<ChevronLeft aria-hidden />}
          disabled={!canSwap.previous}
          onClick={() => onSwap(-1)}
          className="max-sm:hidden!"
        />
        {view?.canSelect &&
          STATES.map(([state, , Icon]) => (
            <Button
              key={state}
              variant="quiet"
              title={t(state)}
              icon={
                <Icon aria-hidden className={mine?.state === state && Icon === Heart ? 'fill-current' : undefined} />
              }
              aria-pressed={mine?.state === state}
              disabled={!canChange}
              onClick={() => toggle(state)}
              className={clsx(
                '@max-md:size-control @max-md:gap-0 @max-md:rounded-full! @max-md:p-0!',
                mine?.state === state && 'bg-highlight! text-on-highlight!',
              )}
            >
              <span className="@max-md:sr-only">{t(state)}</span>
            </Button>
          ))}
        <IconButton
          label={t('next')}
          icon={<ChevronRight aria-hidden />}
          disabled={!canSwap.next}
          onClick={() => onSwap(1)}
        />
      </div>
    </div>
  );
}

/** Returns the size of an element in pixels. */
function useSize(element: { current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => setSize({ width: shown.clientWidth, height: shown.clientHeight }));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
