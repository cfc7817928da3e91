import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { SLIDE_SECONDS, type SlideSeconds } from './slideshow.ts';

export interface SlideshowBarProps {
  pace: SlideSeconds;
  onPace: (pace: SlideSeconds) => void;
}

/** Sets how long each photo is shown during the slideshow. */
export function SlideshowBar({ pace, onPace }: SlideshowBarProps) {
  const { t } = useTranslation('public');
  return (
    <div
      data-slideshow
      className="pswp__hide-on-close absolute inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+--spacing(4))] flex animate-appear justify-center max-sm:bottom-[calc(env(safe-area-inset-bottom)+--spacing(17))]"
    >
      <SegmentedControl
        label={t('slideshow.pace')}
        value={String(pace)}
        onChange={(value) => onPace(SLIDE_SECONDS.find((known) => String(known) === value) ?? pace)}
        options={SLIDE_SECONDS.map((seconds) => ({
          value: String(seconds),
          label: t('slideshow.seconds', { count: seconds }),
        }))}
      />
    </div>
  );
}
