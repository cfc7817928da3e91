import { useTranslation } from 'react-i18next';
import { readStudioPhoto, TYPE_PICTURE_FIELD } from '#core/domain/branding/studio-photos.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PictureField } from '#web/components/fields/picture-field.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { SessionTypeRow } from '../types.ts';

/** The picture of a session type on the booking page. Saved immediately: a file is no draft. */
export function PictureSection({ type }: { type: SessionTypeRow }) {
  const { t } = useTranslation('scheduling');
  const mutate = useMutation();
  const photo = readStudioPhoto(type.settings[TYPE_PICTURE_FIELD]);
  const { id, accountId } = type;
  return (
    <PageSection title={t('picture.title')}>
      <PictureField
        accountId={accountId}
        variant={{ sessionTypeId: id }}
        name={t('picture.name')}
        hint={t('picture.hint')}
        texts={t('picture', { returnObjects: true })}
        accept="image/*"
        hasPicture={photo !== null}
        onRemove={() =>
          mutate(mutators.sessionTypes.removePicture({ id, now: Date.now() }), { done: t('picture.removed') })
        }
        frame={(busy) => (
          <div className="flex aspect-[3/2] w-full max-w-80 items-center justify-center overflow-hidden rounded-control border border-line bg-sunken">
            {busy ||
              (photo && (
                <img
                  src={photo.src}
                  srcSet={photo.srcSet}
                  sizes="20rem"
                  alt={t('picture.alt', { name: type.name })}
                  width={photo.width}
                  height={photo.height}
                  className="size-full object-cover object-[50%_40%]"
                />
              ))}
          </div>
        )}
      />
    </PageSection>
  );
}
