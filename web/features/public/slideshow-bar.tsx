import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { PACES, type Pace } from './slideshow.ts';

interface SlideshowBarProps {
  pace: Pace;
  onPace: (pace: Pace) => void;
}

/** How long each photo stays, while the slideshow plays. */
export function SlideshowBar({ pace, onPace }: SlideshowBarProps) {
  const { t } = useTranslation('public');
  return (
    <div
      data-slideshow
      className="pswp__hide-on-close absolute inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+--spacing(4))] flex animate-appear justify-center"
    >
      <SegmentedControl
        label={t('slideshow.pace')}
        value={String(pace)}
        onChange={(value) => onPace(PACES.find((known) => String(known) === value) ?? pace)}
        options={PACES.map((seconds) => ({
          value: String(seconds),
          label: t('slideshow.seconds', { count: seconds }),
        }))}
      />
    </div>
  );
}
