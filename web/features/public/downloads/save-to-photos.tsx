import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import { downloadHref } from '#core/domain/photos/image-sources.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { useApi } from '../shell/public-api.ts';
import { PinPrompt } from './pin-form.tsx';
import { ShareBatches, type ShareBatchesState } from './share-batches.ts';

interface SaveToPhotosProps {
  galleryId: string;
  photos: readonly PublicPhoto[];
  size: DownloadSize;
}

/** Passes photos to the share sheet in batches, one tap for each. */
export function SaveToPhotos({ galleryId, photos, size }: SaveToPhotosProps) {
  const { t } = useTranslation('downloads');
  const api = useApi();
  const [saving] = useState(
    () =>
      new ShareBatches({
        photos,
        fetch: async ({ id, filename, video }, signal) => {
          const blob = await api.file(downloadHref(galleryId, id, size), signal);
          return {
            blob,
            filename: size === 'web' && video === undefined ? filename.replace(/(\.[^.]*)?$/, '.jpg') : filename,
          };
        },
        share: (files) => navigator.share({ files }),
      }),
  );
  const state = useSyncExternalStore(saving.subscribe, saving.state);
  useEffect(() => {
    void saving.load().then(() => {
      // A single photo needs no second tap while the browser still counts the first one.
      if (photos.length === 1 && navigator.userActivation?.isActive) void saving.shareBatch();
    });
    return () => saving.stop();
  }, [saving, photos.length]);
  const { total } = state;
  const done = state.step === 'saved' ? total : state.done;
  if (state.step === 'stopped' && isFailure(state.failure, 'pin_required')) {
    return <PinPrompt galleryId={galleryId} onOpen={() => void saving.load()} />;
  }
  return (
    <>
      <Progress label={t('save.progress', { count: total, done, total })} value={total === 0 ? 1 : done / total} />
      <SavingStep state={state} saving={saving} />
    </>
  );
}

function SavingStep({ state, saving }: { state: ShareBatchesState; saving: ShareBatches<PublicPhoto> }) {
  const { t } = useTranslation(['downloads', 'common']);
  const failureText = useFailureText();
  const { total } = state;
  switch (state.step) {
    case 'fetching':
      return <output className="block text-soft">{t('save.fetching')}</output>;
    case 'batch':
    case 'sharing': {
      const { count, done, step } = state;
      const numbers = { count, done: done + count, total };
      return (
        <>
          <Button variant="primary" loading={step === 'sharing'} onClick={() => void saving.shareBatch()}>
            {t(count === total ? 'save.all' : done === 0 ? 'save.batch' : 'save.more', numbers)}
          </Button>
          <p className="text-soft">{t('save.tap')}</p>
        </>
      );
    }
    case 'saved':
      return <output className="block">{t('save.saved', { count: total })}</output>;
    case 'stopped':
      return (
        <>
          <p role="alert" className="text-danger">
            {isFailure(state.failure) ? failureText(state.failure) : t('save.stopped')}
          </p>
          <Button className="self-start" onClick={() => void saving.load()}>
            {t('common:retry')}
          </Button>
        </>
      );
  }
}
