import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { zoneCity } from '#web/lib/format.ts';
import type { TimeZones } from './use-zones.ts';

/** Says whose times these are, and shows the other's. */
export function ZoneNote({ zones }: { zones: TimeZones }) {
  const { t } = useTranslation('booking');
  const [yours, studio] = [zoneCity(zones.visitor), zoneCity(zones.studio)];
  if (!zones.differ) return <p className="text-caption text-soft">{t('zone.same', { studio })}</p>;
  const own = zones.shown === zones.visitor;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-soft">{own ? t('zone.yours', { yours, studio }) : t('zone.theirs', { yours, studio })}</p>
      <Button size="small" onClick={zones.toggle}>
        {t('zone.switch', { city: own ? studio : yours })}
      </Button>
    </div>
  );
}
