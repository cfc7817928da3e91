import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import type { GallerySection } from '../photos/sections.ts';
import { isInAppBrowser } from '../shell/in-app-browser.ts';
import { PublicDialog } from '../shell/public-dialog.tsx';
import { ArchiveFiles, ArchiveProgress } from './archive-progress.tsx';
import type { ArchiveRequest, ArchiveState } from './archive-request.ts';
import { canSaveToPhotos } from './can-save-to-photos.ts';
import { DownloadForm } from './download-form.tsx';
import { type DownloadOptions, photosInScope } from './download-options.ts';
import { archiveUrl, markPinVerified } from './download-storage.ts';
import { PinForm } from './pin-form.tsx';
import { SaveToPhotos } from './save-to-photos.tsx';

interface DownloadDialogProps {
  page: PublicGallery;
  sections: readonly GallerySection[];
  chosen: ReadonlySet<string>;
  order: ArchiveRequest;
  state: ArchiveState;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: () => void;
}

/** Dialog of a download: form, PIN, progress and files. */
export function DownloadDialog({ open, onOpenChange, ...props }: DownloadDialogProps) {
  const { t } = useTranslation('downloads');
  const { page, sections, state, order } = props;
  const [saving, setSaving] = useState<DownloadOptions | null>(null);
  const { gallery } = page;
  const archive = 'archive' in state ? state.archive : null;
  const close = (next: boolean) => {
    if (!next) setSaving(null);
    onOpenChange(next);
  };
  // Move the focus once an accepted PIN opens another step.
  const isSendingPin = state.step === 'pin' && state.busy;
  useEffect(() => {
    if (!isSendingPin) return;
    return () => {
      const { step } = order.state();
      if (step !== 'pin') markPinVerified(gallery.id);
    };
  }, [isSendingPin, order, gallery.id]);
  return (
    <PublicDialog open={open} onOpenChange={close} title={saving ? t('save.title') : t(TITLES[state.step])}>
      {isInAppBrowser(navigator.userAgent) && (
        <>
          <Banner tone="warning" title={t('inApp.title')}>
            {t('inApp.text')}
          </Banner>
          <CopyField label={t('inApp.link')} value={archiveUrl(archive?.id ?? null)} />
        </>
      )}
      {saving ? (
        <SaveToPhotos
          galleryId={gallery.id}
          photos={photosInScope(saving.wanted, page.photos, sections).filter(
            ({ noPreview }) => saving.size === 'original' || !noPreview,
          )}
          size={saving.size}
        />
      ) : (
        <Step {...props} onSave={setSaving} />
      )}
    </PublicDialog>
  );
}

const TITLES = {
  choosing: 'title',
  asking: 'title',
  pin: 'pin.title',
  preparing: 'preparing.title',
  ready: 'ready.title',
  over: 'over.title',
} as const satisfies Record<ArchiveState['step'], string>;

type StepProps = Omit<DownloadDialogProps, 'open' | 'onOpenChange'> & { onSave: (order: DownloadOptions) => void };

function Step({ page, sections, chosen, order, state, onChoose, onSave }: StepProps) {
  const { t } = useTranslation(['downloads', 'errors']);
  const galleryId = page.gallery.id;
  switch (state.step) {
    case 'choosing':
    case 'asking':
      return (
        <DownloadForm
          page={page}
          sections={sections}
          chosen={chosen}
          failure={state.step === 'choosing' ? state.failure : undefined}
          busy={state.step === 'asking'}
          canSave={canSaveToPhotos()}
          onChoose={onChoose}
          onOrder={(wanted) => void order.ask(wanted)}
          onSave={onSave}
        />
      );
    case 'pin':
      return <PinForm busy={state.busy} failure={state.failure} onPin={(pin) => void order.enterPin(pin)} />;
    case 'preparing':
      return (
        <>
          <ArchiveProgress galleryId={galleryId} archive={state.archive} offline={state.offline} />
          <Other onClick={() => order.back()} />
        </>
      );
    case 'ready':
      return (
        <>
          <ArchiveFiles
            galleryId={galleryId}
            archive={state.archive}
            fresh={state.fresh}
            timeZone={page.studio.timeZone}
          />
          <Other onClick={() => order.back()} />
        </>
      );
    case 'over':
      return (
        <>
          <p role="alert">{t(`errors:${state.code}`)}</p>
          <Button variant="primary" className="self-start" onClick={() => void order.again()}>
            {t('over.again')}
          </Button>
        </>
      );
  }
}

function Other({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('downloads');
  return (
    <Button variant="quiet" size="small" onClick={onClick} className="-ml-3 self-start">
      {t('other')}
    </Button>
  );
}
