import { useTranslation } from 'react-i18next';
import { formatSpan, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { TimeZones } from './use-zones.ts';

interface SlotTextProps {
  slot: { start: number; end: number };
  zones: TimeZones;
}

/** "Sat 21 Nov, 10:00–11:00 (Madrid)", and below it what the studio's clock shows where that is another time. */
export function SlotText({ slot, zones }: SlotTextProps) {
  const { t } = useTranslation('booking');
  const language = currentLanguage();
  const text = (zone: string) => formatSpan({ start: slot.start, end: slot.end, zone }, language);
  const clocks = ({ visitor, studio }: TimeZones) =>
    [visitor, studio].map((zone) => formatTime(slot.start, language, zone));
  const [own, theirs] = clocks(zones);
  if (!zones.differ || own === theirs) return <Time slot={slot}>{text(zones.studio)}</Time>;
  return (
    <>
      <Time slot={slot}>{text(zones.visitor)}</Time>
      <br />
      <span className="text-soft">{`${t('facts.there')}: `}</span>
      <Time slot={slot}>{text(zones.studio)}</Time>
    </>
  );
}

function Time({ slot, children }: { slot: { start: number }; children: string }) {
  return (
    <time dateTime={new Date(slot.start).toISOString()} className="first-letter:uppercase">
      {children}
    </time>
  );
}
