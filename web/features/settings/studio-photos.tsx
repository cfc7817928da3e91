import { useQuery } from '@rocicorp/zero/react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { readProfile } from '#core/domain/studio-profile.ts';
import {
  readStudioPhoto,
  STUDIO_PHOTO_FIELDS,
  STUDIO_PHOTO_KINDS,
  type StudioPhotoKind,
} from '#core/domain/studio-photos.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { fitPhoto, PictureUploadError, uploadPicture } from '#web/lib/accounts/upload-picture.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

interface StudioPhotosProps {
  account: Account;
  readOnly: boolean;
}

/** The photographer's portrait and the cover of the public page. Saved at once: a file is no draft. */
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
  const { t } = useTranslation(['settings', 'errors', 'common']);
  const { client } = useAuth();
  const toast = useToast();
  const mutate = useMutation();
  const writable = useWritable() && !readOnly;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<PictureUploadError | null>(null);
  const photo = readStudioPhoto(path);
  const upload = async (file: File) => {
    setBusy(true);
    setFailure(null);
    try {
      const token = (await client.getSession()).data.session?.access_token;
      if (!token) throw new PictureUploadError('unauthorized');
      await uploadPicture({ file: await fitPhoto(file), variant: kind, accountId: account.id, token });
      toast({ title: t('photos.saved') });
    } catch (error) {
      setFailure(error instanceof PictureUploadError ? error : new PictureUploadError(null));
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    setAsking(false);
    await mutate(mutators.settings.removePhoto({ kind, now: Date.now() }), { done: t('photos.removed') });
  };
  const name = t(`photos.${kind}`);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-caption font-medium">{name}</p>
      <div className="flex h-36 items-center justify-center overflow-hidden rounded-control border border-line bg-sunken">
        {isBusy && <Spinner text={t('common:loading')} />}
        {!isBusy && photo && (
          <img
            src={photo.src}
            srcSet={photo.srcSet}
            sizes="20rem"
            alt={name}
            width={photo.width}
            height={photo.height}
            className={kind === 'profile' ? 'size-28 rounded-full object-cover' : 'size-full object-cover'}
          />
        )}
      </div>
      <p className="text-caption text-soft">{t(`photos.${kind}Hint`)}</p>
      {failure && (
        <Banner tone="danger" title={t('photos.failed')}>
          {failure.code && t(`errors:${failure.code}`)}
        </Banner>
      )}
      <div className="flex items-center gap-2">
        <FilePicker
          label={`${name}: ${t(photo ? 'photos.replace' : 'photos.choose')}`}
          text={t(photo ? 'photos.replace' : 'photos.choose')}
          icon={<ImagePlus />}
          accept="image/*"
          disabled={isBusy || !writable}
          onFiles={([file]) => file && void upload(file)}
        />
        {photo && !readOnly && (
          <IconButton
            label={`${t('photos.remove')}: ${name}`}
            icon={<Trash2 aria-hidden />}
            writes
            onClick={() => setAsking(true)}
          />
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('photos.removeAsk')}
        description={t('photos.removeText')}
        confirmLabel={t('photos.remove')}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
