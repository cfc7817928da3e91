import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { readProfile } from '#core/domain/studio/studio-profile.ts';
import {
  readStudioPhoto,
  STUDIO_PHOTO_FIELDS,
  STUDIO_PHOTO_KINDS,
  type StudioPhotoKind,
} from '#core/domain/branding/studio-photos.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PictureField } from '#web/components/fields/picture-field.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface StudioPhotosProps {
  account: Account;
  readOnly: boolean;
}

/** The photographer's portrait and the cover of the public page. Saved immediately: a file is no draft. */
export function StudioPhotos({ account, readOnly }: StudioPhotosProps) {
  const { t } = useTranslation('settings');
  const [settings] = useQuery(queries.accounts.settings());
  const profile = readProfile(settings.find(({ key }) => key === 'photographer')?.value);
  return (
    <IntroSection title={t('photos.title')} intro={t('photos.intro')}>
      <div className="grid gap-6 sm:grid-cols-2">
        {STUDIO_PHOTO_KINDS.map((kind) => (
          <PhotoField
            key={kind}
            kind={kind}
            account={account}
            path={profile[STUDIO_PHOTO_FIELDS[kind]]}
            readOnly={readOnly}
          />
        ))}
      </div>
    </IntroSection>
  );
}

interface PhotoFieldProps extends StudioPhotosProps {
  kind: StudioPhotoKind;
  /** Stored path; undefined without a photo. */
  path: string | undefined;
}

function PhotoField({ kind, account, path, readOnly }: PhotoFieldProps) {
  const { t } = useTranslation('settings');
  const mutate = useMutation();
  const photo = readStudioPhoto(path);
  const name = t(`photos.${kind}`);
  return (
    <PictureField
      accountId={account.id}
      variant={kind}
      name={name}
      hint={t(`photos.${kind}Hint`)}
      texts={t('photos', { returnObjects: true })}
      accept="image/*"
      hasPicture={photo !== null}
      readOnly={readOnly}
      onRemove={() => mutate(mutators.settings.removePhoto({ kind, now: Date.now() }), { done: t('photos.removed') })}
      frame={(busy) => (
        <div className="flex h-36 items-center justify-center overflow-hidden rounded-control border border-line bg-sunken">
          {busy ||
            (photo && (
              <img
                src={photo.src}
                srcSet={photo.srcSet}
                sizes="20rem"
                alt={name}
                width={photo.width}
                height={photo.height}
                className={kind === 'profile' ? 'size-28 rounded-full object-cover' : 'size-full object-cover'}
              />
            ))}
        </div>
      )}
    />
  );
}
