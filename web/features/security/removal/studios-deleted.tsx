import { useTranslation } from 'react-i18next';
import type { DeletionPreview } from './consequences.ts';

/** Studios that go along with their only owner, and how much is in each. */
export function DeletedStudios({ studios }: { studios: DeletionPreview['deleted'] }) {
  const { t } = useTranslation('security');
  return (
    <div className="flex flex-col gap-2">
      <p>{t('remove.deleted')}</p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {studios.map(({ id, name, galleries, photos, members }) => (
          <li key={id} className="py-2">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-caption text-soft">
              {t('remove.studio', {
                galleries: t('remove.galleries', { count: galleries }),
                photos: t('remove.photos', { count: photos }),
                members: t('remove.members', { count: members }),
              })}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-soft">{t('remove.advice')}</p>
    </div>
  );
}
