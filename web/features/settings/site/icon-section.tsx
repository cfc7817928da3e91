import { useQuery } from '@rocicorp/zero/react';
import { ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { logoIcon, readLogo } from '#core/domain/branding/logo.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { LOGO_TYPES } from '#web/lib/accounts/upload-picture.ts';
import { usePictureUpload } from '#web/lib/accounts/use-picture-upload.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** The icon of the browser's tab and of a phone's home screen: an uploaded one, or else that of the logo. */
export function IconSection({ account, path }: { account: Account; path: string }) {
  const { t } = useTranslation(['cms', 'errors', 'common']);
  const toast = useToast();
  const mutate = useMutation();
  const writable = useWritable();
  const [settings] = useQuery(queries.accounts.settings());
  const { isBusy, failure, upload } = usePictureUpload({
    accountId: account.id,
    variant: 'icon',
    onSaved: () => toast({ title: t('icon.saved') }),
  });
  const logo = settings.find(({ key }) => key === 'theme.logoUrl')?.value;
  const shown = [path, logo].find((one): one is string => readLogo(one) !== null);
  const remove = () => mutate(mutators.site.removeIcon({ path, now: Date.now() }), { done: t('icon.removed') });
  return (
    <IntroSection title={t('icon.title')} intro={t('icon.intro')}>
      {failure && (
        <Banner tone="danger" title={t('icon.failed')}>
          {failure.code && t(`errors:${failure.code}`)}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex items-center gap-3">
          {isBusy && <Spinner text={t('common:loading')} />}
          {!isBusy && shown && (
            <img
              src={`/api${logoIcon(shown, 180)}`}
              alt={t(path ? 'icon.own' : 'icon.ofLogo')}
              width={48}
              height={48}
              className="rounded-control border border-line"
            />
          )}
          {!isBusy && <p className="text-caption text-soft">{t(iconText(path, shown))}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FilePicker
            label={t('icon.choose')}
            text={t('icon.choose')}
            icon={<ImagePlus />}
            accept={LOGO_TYPES}
            disabled={isBusy || !writable}
            onFiles={([file]) => file && void upload(file)}
          />
          {path && (
            <Button variant="quiet" writes onClick={() => void remove()}>
              {t('icon.remove')}
            </Button>
          )}
        </div>
      </div>
    </IntroSection>
  );
}

function iconText(path: string, shown: string | undefined): 'icon.own' | 'icon.ofLogo' | 'icon.none' {
  if (!shown) return 'icon.none';
  return path ? 'icon.own' : 'icon.ofLogo';
}
