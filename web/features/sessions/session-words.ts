import { useTranslation } from 'react-i18next';
import { mapHref } from '#core/domain/map-href.ts';

/** What a session is called, in a row or a title: its own name, or its type's. */
export function useSessionName(): (session: { type: string; sessionType?: { name: string } | undefined }) => string {
  const { t } = useTranslation('sessions');
  return ({ type, sessionType }) => type || sessionType?.name || t('untitled');
}

/** "1 h 30 min" */
export function useDurationLabel(): (minutes: number) => string {
  const { t } = useTranslation('sessions');
  return (minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours === 0) return t('length.minutes', { count: rest });
    return rest === 0 ? t('length.hours', { count: hours }) : t('length.both', { hours, minutes: rest });
  };
}

interface LocatedSession {
  location: string;
  place?: { name: string; address: string } | undefined;
}

/** Where a session is, and where a map shows it; null where nobody has said. */
export function sessionLocation({
  location,
  place,
}: LocatedSession): { name: string; address: string; map: string | null } | null {
  if (place) {
    const { name, address } = place;
    return { name, address, map: address ? mapHref(address) : null };
  }
  return location ? { name: location, address: '', map: mapHref(location) } : null;
}
