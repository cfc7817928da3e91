import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { fitLogo, logoIcon, type LogoVariant, readLogo } from '#core/domain/branding/logo.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PictureField } from '#web/components/fields/picture-field.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { LOGO_TYPES } from '#web/lib/accounts/upload-picture.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface LogoSectionProps {
  account: Account;
  studio: PublicStudio;
}

/** The studio's logo and its variant for the dark theme. Saved immediately: a file is no draft. */
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
  const { t } = useTranslation('branding');
  const mutate = useMutation();
  const logo = readLogo(path);
  const shown = logo ?? readLogo(standIn);
  return (
    <PictureField
      accountId={account.id}
      variant={variant}
      name={t(`logo.${variant}`)}
      hint={t(`logo.${variant}Hint`)}
      texts={t('logo', { returnObjects: true })}
      accept={LOGO_TYPES}
      hasPicture={logo !== null}
      onRemove={() => mutate(mutators.settings.removeLogo({ variant, now: Date.now() }), { done: t('logo.removed') })}
      frame={(busy) => (
        <div
          data-theme={variant}
          className="flex h-28 items-center justify-center gap-6 rounded-control border border-line bg-paper px-4"
        >
          {busy || (
            <>
              {shown && (
                <img
                  src={shown.src}
                  alt={t('logo.alt')}
                  {...fitLogo(shown, SHOWN.width, SHOWN.height)}
                  // As pages show it on a dark ground.
                  className={clsx('min-w-0', !logo && shown.ink === 'dark' && 'hue-rotate-180 invert')}
                />
              )}
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
          )}
        </div>
      )}
    />
  );
}
