import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatRecent, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { eventText, type ActivityEvent } from './activity-sentence.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Kinds whose sentence is about a person, and not by one: "You invited someone". */
const ABOUT: readonly string[] = ['invited', 'revoked'];

/** One event in a sentence, and when. */
export function EventItem({ event }: { event: ActivityEvent }) {
  const { t } = useTranslation('activity');
  const { timeZone } = useAccount();
  const now = useNow();
  const language = currentLanguage();
  const { key, photo, count, who } = eventText(event);
  const nobody = ABOUT.includes(event.kind) ? t('someone') : t('visitor');
  const when =
    now - event.at < DAY_MS
      ? formatRecent(event.at, language, timeZone, now)
      : formatTime(event.at, language, timeZone);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        {t(`said.${key}` as 'said.downloadedPhotos', { who: who ?? nobody, photo, count })}
      </span>
      <time dateTime={new Date(event.at).toISOString()} className="text-caption text-soft">
        {when}
      </time>
    </li>
  );
}
