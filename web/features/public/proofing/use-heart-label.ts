import { useTranslation } from 'react-i18next';
import type { Choosing } from './choosing-store.ts';
import { nameOfList, namedPeople } from './person-names.ts';
import { useChoosing, usePhotoChoice } from './use-choosing.ts';

/** Returns the label of a photo's heart: "Add to Album, chosen by Pau, 4 stars". Its state is `aria-pressed`. */
export function useHeartLabel(choosing: Choosing, photoId: string): string {
  const { t } = useTranslation('choosing');
  const { list, view } = useChoosing(choosing);
  const { mine, all } = usePhotoChoice(choosing, photoId);
  const others = namedPeople(t, list).filter(
    ({ id, isYou }) => !isYou && all.some(({ personId, state }) => personId === id && state === 'pick'),
  );
  return [
    list && !list.isDefault ? t('heart.list', { list: nameOfList(t, list) }) : t('heart.favourites'),
    mine && mine.state !== 'pick' && t(`states.${mine.state}`),
    others.length > 0 && t('heart.others', { names: others.map(({ name }) => name).join(', ') }),
    mine && mine.rating > 0 && t('rating.stars', { count: mine.rating }),
    mine?.label && (view?.labelNames[mine.label] || t(`labels.${mine.label}`)),
  ]
    .filter(Boolean)
    .join(', ');
}
