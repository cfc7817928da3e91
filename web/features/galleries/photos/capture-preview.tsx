import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sortTimestamp } from '#core/domain/photos.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatLocale } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { PhotoRow } from './photo-rows.ts';

/** What the first of the photos will say, before it does. */
export function CapturePreview({ photo, offset }: { photo: PhotoRow; offset: number | null }) {
  const { t } = useTranslation('photos');
  const { timeZone } = useAccount();
  const language = currentLanguage();
  const clock = new Intl.DateTimeFormat(formatLocale(language), { timeStyle: 'medium', timeZone });
  const told = (at: number) => `${formatDate(at, language, timeZone)}, ${clock.format(at)}`;
  const before = sortTimestamp(photo);
  return (
    <output data-figures className="flex flex-col gap-1">
      <span className="text-caption text-soft">{photo.filename}</span>
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="text-soft">{told(before)}</span>
        <ArrowRight aria-hidden className="size-4 text-soft" strokeWidth={1.75} />
        <span className="sr-only">{t('time.becomes')}</span>
        <span className="font-medium">{offset === null ? t('time.tooFar') : told(before + offset * 1000)}</span>
      </span>
    </output>
  );
}
