import { clsx } from 'clsx';
import { Heart, SlidersHorizontal } from 'lucide-react';
import type PhotoSwipe from 'photoswipe';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useHistoryLayer } from '#web/lib/browser/history-layer.ts';
import type { LightboxPartProps } from '../photos/proofing-parts.ts';
import type { Choosing } from './choosing-store.ts';
import { OpinionPanel } from './opinion-panel.tsx';
import { PICK_KEYS } from './pick-keys.ts';
import { ProblemNote } from './problem-note.tsx';
import { useChoosing, usePhotoChoice } from './use-choosing.ts';
import { nameOfList } from './person-names.ts';
import { useHeartLabel } from './use-heart-label.ts';

interface PartProps extends LightboxPartProps {
  choosing: Choosing;
}

/** The same looks as the lightbox's own buttons: with their text in the bottom bar of phones, icons elsewhere. */
export const BAR_BUTTON =
  'bg-paper max-sm:min-h-12! max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5! max-sm:px-1! max-sm:text-[0.75rem] sm:rounded-full! sm:px-3! [&_svg]:size-5! [&>span:first-child]:ml-0!';

/** Heart and panel switch of the lightbox. */
export function LightboxButtons({ choosing, photo }: PartProps) {
  const { t } = useTranslation('choosing');
  const { view, list, panel } = useChoosing(choosing);
  const { mine } = usePhotoChoice(choosing, photo.id);
  const label = useHeartLabel(choosing, photo.id);
  if (!view?.canSelect) return null;
  const isPicked = mine?.state === 'pick';
  const isClosed = (list?.closed ?? null) !== null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Heart className={clsx(isPicked && 'fill-current')} />}
        aria-label={label}
        title={label}
        aria-pressed={isPicked}
        aria-disabled={isClosed || undefined}
        onClick={() => !isClosed && choosing.toggle(photo.id)}
        className={BAR_BUTTON}
      >
        <span className="max-w-24 truncate sm:hidden">
          {list && !list.isDefault ? nameOfList(t, list) : t('heart.short')}
        </span>
      </Button>
      {list?.kind === 'selection' && (
        <Button
          variant="quiet"
          icon={<SlidersHorizontal />}
          aria-label={t('panel.label')}
          title={t('panel.label')}
          aria-expanded={panel}
          onClick={() => choosing.openPanel(!panel)}
          className={BAR_BUTTON}
        >
          <span className="sm:hidden">{t('panel.short')}</span>
        </Button>
      )}
    </>
  );
}

/** Handles the lightbox's keys, and shows the panel and refusals. */
export function LightboxPart({ choosing, photo, swipe }: PartProps) {
  const { view, list, problem, panel } = useChoosing(choosing);
  const canChange = Boolean(view?.canSelect) && (list?.closed ?? null) === null;
  useHistoryLayer(panel, () => choosing.openPanel(false));
  useLightboxKeys(swipe, (key) => {
    if (key === 'Escape' && panel) {
      choosing.openPanel(false);
      return true;
    }
    if (!canChange) return false;
    if (key.toLowerCase() === 'f') choosing.toggle(photo.id);
    const value = list?.kind === 'selection' ? PICK_KEYS[key] : undefined;
    if (value) choosing.change(photo.id, toggled(choosing.photo(photo.id).mine, value));
    return false;
  });
  return (
    <>
      {view?.canSelect && panel && list?.kind === 'selection' && <OpinionPanel choosing={choosing} photo={photo} />}
      {problem && (
        <div className="absolute inset-x-3 top-[calc(env(safe-area-inset-top)+--spacing(16))] z-10 mx-auto max-w-[36rem]">
          <ProblemNote choosing={choosing} />
        </div>
      )}
    </>
  );
}

/** A label's key pressed again clears it. */
function toggled(mine: { label: unknown } | null, value: (typeof PICK_KEYS)[string]) {
  return value.label && mine?.label === value.label ? { label: null } : value;
}

/** @param press returns true if the key must not reach the lightbox */
export function useLightboxKeys(swipe: PhotoSwipe, press: (key: string) => boolean): void {
  const pressed = useEffectEvent(press);
  useEffect(() => {
    const onKeyDown = (event: { originalEvent: KeyboardEvent; preventDefault: () => void }) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event.originalEvent;
      const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
      if (isTyping || altKey || ctrlKey || metaKey || repeat) return;
      if (pressed(key)) event.preventDefault();
    };
    swipe.on('keydown', onKeyDown);
    return () => swipe.off('keydown', onKeyDown);
  }, [swipe]);
}
