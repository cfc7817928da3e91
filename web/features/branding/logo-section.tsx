import { clsx } from 'clsx';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { fitLogo, logoIcon, type LogoVariant, readLogo } from '#core/domain/logo.ts';
import { mutators } from '#core/zero/mutators.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { LOGO_TYPES, PictureUploadError, uploadPicture } from '#web/lib/accounts/upload-picture.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface LogoSectionProps {
  account: Account;
  studio: PublicStudio;
}

/** The studio's logo and its variant for the dark theme. Saved at once: a file is no draft. */
export function LogoSection({ account, studio }: LogoSectionProps) {
  const { t } = useTranslation('branding');
  return (
    <IntroSection title={t('logo.title')} intro={t('logo.intro')}>
      <div className="grid gap-6 sm:grid-cols-2">
        <LogoField account={account} variant="light" path={studio.logoUrl} />
        <LogoField account={account} variant="dark" path={studio.logoDarkUrl} standIn={studio.logoUrl} />
      </div>
    </IntroSection>
  );
}

const SHOWN = { width: 200, height: 72 } as const;

interface LogoFieldProps {
  account: Account;
  variant: LogoVariant;
  /** Stored path; empty without a logo. */
  path: string;
  /** Path of the logo that pages show instead. */
  standIn?: string;
}

function LogoField({ account, variant, path, standIn }: LogoFieldProps) {
  const { t } = useTranslation(['branding', 'errors', 'common']);
  const { client } = useAuth();
  const toast = useToast();
  const mutate = useMutation();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<PictureUploadError | null>(null);
  const logo = readLogo(path);
  const shown = logo ?? readLogo(standIn);
  const upload = async (file: File) => {
    setBusy(true);
    setFailure(null);
    try {
      const token = (await client.getSession()).data.session?.access_token;
      if (!token) throw new PictureUploadError('unauthorized');
      await uploadPicture({ file, variant, accountId: account.id, token });
      toast({ title: t('logo.saved') });
    } catch (error) {
      setFailure(error instanceof PictureUploadError ? error : new PictureUploadError(null));
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    setAsking(false);
    await mutate(mutators.settings.removeLogo({ variant, now: Date.now() }), { done: t('logo.removed') });
  };
  const choose = t(variant === 'dark' ? 'logo.chooseDark' : 'logo.choose');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-caption font-medium">{t(`logo.${variant}`)}</p>
      <div
        data-theme={variant}
        className="flex h-28 items-center justify-center gap-6 rounded-control border border-line bg-paper px-4"
      >
        {isBusy ? (
          <Spinner text={t('common:loading')} />
        ) : (
          shown && (
            <>
              <img
                src={shown.src}
                alt={t('logo.alt')}
                {...fitLogo(shown, SHOWN.width, SHOWN.height)}
                // As pages show it on a dark ground.
                className={clsx('min-w-0', !logo && shown.ink === 'dark' && 'hue-rotate-180 invert')}
              />
              {logo && variant === 'light' && (
                <img
                  src={`/api${logoIcon(path, 180)}`}
                  alt={t('logo.tab')}
                  width={36}
                  height={36}
                  className="rounded-control border border-line"
                />
              )}
            </>
          )
        )}
      </div>
      <p className="text-caption text-soft">{t(`logo.${variant}Hint`)}</p>
      {failure && (
        <Banner tone="danger" title={t('logo.failed')}>
          {failure.code && t(`errors:${failure.code}`)}
        </Banner>
      )}
      <div className="flex items-center gap-2">
        <FilePicker
          label={choose}
          text={logo ? t('logo.replace') : t('logo.choose')}
          icon={<ImagePlus />}
          accept={LOGO_TYPES}
          disabled={isBusy}
          onFiles={([file]) => file && void upload(file)}
        />
        {logo && (
          <IconButton
            label={`${t('logo.remove')}: ${t(`logo.${variant}`)}`}
            icon={<Trash2 aria-hidden />}
            writes
            onClick={() => setAsking(true)}
          />
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('logo.removeAsk')}
        description={t('logo.removeText')}
        confirmLabel={t('logo.remove')}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
