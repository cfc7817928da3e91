import { useState } from 'react';
import { useAuth } from '../auth/auth-session.tsx';
import { type PictureVariant, PictureUploadError, uploadPicture } from './upload-picture.ts';

interface PictureUploadOptions {
  accountId: string;
  variant: PictureVariant;
  onSaved: () => void;
}

/** Uploads a picture of the studio as soon as it is chosen: a file is no draft. */
export function usePictureUpload({ accountId, variant, onSaved }: PictureUploadOptions) {
  const { client } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PictureUploadError | null>(null);
  const upload = async (file: File) => {
    setBusy(true);
    setFailure(null);
    try {
      const token = (await client.getSession()).data.session?.access_token;
      if (!token) throw new PictureUploadError('unauthorized');
      await uploadPicture({ file, variant, accountId, token });
      onSaved();
    } catch (error) {
      setFailure(error instanceof PictureUploadError ? error : new PictureUploadError(null));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, upload };
}
