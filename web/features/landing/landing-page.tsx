import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageData, StageInfo } from '#core/api/page-data.ts';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { useHydrated } from '#web/lib/browser/use-hydrated.ts';
import { readConfig } from '#web/lib/env.ts';
import { hasReporting } from '#web/lib/reporting/has-reporting.ts';
import { LandingFooter } from './landing-footer.tsx';
import { LegalPage } from './legal-page.tsx';
import { Prices } from './prices.tsx';
import { COVER, type LandingPhoto, ROW, SCREENS } from './pictures.ts';

/** `operator` is null without legal pages. */
interface LandingProps extends StageInfo {
  languages: ReactNode;
}

interface LandingRouteProps {
  /** Data of the page, as the page function writes it; null without the server. */
  data: PageData | null;
  languages: ReactNode;
}

const LandingConsent = lazy(() => importTwice(() => import('./landing-consent.tsx')));

/** Asks for consent where there are third parties to report to; loaded only then, and after the page. */
function Consent({ isChoice }: { isChoice: boolean }) {
  const isHydrated = useHydrated();
  if (!isHydrated || !hasReporting(readConfig())) return null;
  return (
    <Suspense>
      <LandingConsent isChoice={isChoice} />
    </Suspense>
  );
}

/** Renders the product's own pages: landing, terms, privacy. */
export function LandingRoute({ data, languages }: LandingRouteProps) {
  if (data?.kind === 'legal') {
    const isPrivacy = data.document === 'privacy';
    return <LegalPage {...data} languages={languages} choice={isPrivacy && <Consent isChoice />} />;
  }
  const { demo = null, operator = null, billingFrom = null } = data?.kind === 'landing' ? data : {};
  return (
    <>
      <LandingPage {...{ demo, operator, billingFrom, languages }} />
      <Consent isChoice={false} />
    </>
  );
}

/** The back office is a separate app: these links load a page. */
const SIGN_UP = '/app/auth/signup';
const SIGN_IN = '/app/auth';

const PRODUCT = ['gallery', 'proofing', 'cal', 'payments', 'contracts', 'website', 'home'] as const;
const PROMISES = ['whole', 'private', 'fast', 'yours', 'reach', 'languages'] as const;

/** Public page about the product. */
function LandingPage({ demo, operator, billingFrom, languages }: LandingProps) {
  const { t } = useTranslation('landing');
  const demoLink = demo && (
    <a href={demo} className={buttonClass()}>
      {t('demo')}
    </a>
  );
  return (
    <div className="mx-auto flex min-h-dvh max-w-[76rem] flex-col px-5 md:px-10">
      <SkipLink />
      <header className="flex min-h-16 items-center justify-between gap-4 md:min-h-20">
        <p className="text-lead font-semibold tracking-tight">{t('name')}</p>
        <a href={SIGN_IN} className={`${buttonClass({ variant: 'quiet' })} -mr-4`}>
          {t('signIn')}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-col gap-24 pt-6 pb-20 outline-none md:gap-36 md:pt-12">
        <section className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[5fr_6fr]">
          <div className="flex flex-col items-start gap-6">
            <h1 className="text-display font-semibold lg:text-[3.5rem]/[1.05]">{t('hero.title')}</h1>
            <p className="max-w-[34rem] text-lead text-soft">{t('hero.text')}</p>
            <div className="flex flex-wrap gap-3">
              <a href={SIGN_UP} className={buttonClass({ variant: 'primary' })}>
                {t('signUp')}
              </a>
              {demoLink}
            </div>
          </div>
          <figure className="flex flex-col gap-2 max-lg:-mx-5 md:max-lg:mx-0">
            <Photo photo={COVER} sizes="(min-width: 64rem) 40rem, 100vw" eager />
            <div className="flex gap-2">
              {ROW.map((photo) => (
                <div key={photo.jpeg} style={{ flexGrow: photo.ratio, flexBasis: 0 }}>
                  <Photo photo={photo} sizes="(min-width: 64rem) 17rem, 42vw" eager />
                </div>
              ))}
            </div>
            <figcaption className="text-caption text-soft max-md:px-5">{t('hero.caption')}</figcaption>
          </figure>
        </section>
        <section className="flex flex-col gap-14 md:gap-20">
          <h2 className="sr-only">{t('product.title')}</h2>
          {PRODUCT.map((part, index) => (
            <div
              key={part}
              className={clsx(
                'grid items-center gap-x-16 gap-y-6',
                index % 2 === 1 ? 'lg:grid-cols-[2fr_1fr]' : 'lg:grid-cols-[1fr_2fr]',
              )}
            >
              <div className={clsx('flex flex-col gap-3', index % 2 === 1 && 'lg:order-last')}>
                <h3 className="text-title font-semibold">{t(`product.${part}.title`)}</h3>
                <p className="text-soft">{t(`product.${part}.text`)}</p>
              </div>
              <Screen name={part} alt={t(`product.${part}.alt`)} />
            </div>
          ))}
        </section>
        <section className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
          <h2 className="text-title font-semibold">{t('promises.title')}</h2>
          <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {PROMISES.map((promise) => (
              <div key={promise} className="flex flex-col gap-1.5">
                <dt className="font-semibold">{t(`promises.${promise}.title`)}</dt>
                <dd className="text-soft">{t(`promises.${promise}.text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Prices from={billingFrom} />
        <section className="flex flex-col items-start gap-6 border-t border-line pt-16">
          <h2 className="max-w-[18ch] text-display font-semibold">{t('close.title')}</h2>
          <div className="flex flex-wrap gap-3">
            <a href={SIGN_UP} className={buttonClass({ variant: 'primary' })}>
              {t('signUp')}
            </a>
            {demoLink}
          </div>
        </section>
      </main>
      <LandingFooter legal={operator !== null} languages={languages} />
    </div>
  );
}

interface PhotoProps {
  photo: LandingPhoto;
  sizes: string;
  eager?: boolean;
}

function Photo({ photo: { avif, webp, jpeg, ratio }, sizes, eager = false }: PhotoProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} />
      <img
        src={jpeg}
        alt=""
        width={Math.round(640 * Math.min(1, ratio))}
        height={Math.round((640 * Math.min(1, ratio)) / ratio)}
        loading={eager ? 'eager' : 'lazy'}
        className="block h-auto w-full"
      />
    </picture>
  );
}

/** A screen of the product in the page's theme. Browsers do not load the hidden one, since it is lazy. */
function Screen({ name, alt }: { name: keyof typeof SCREENS; alt: string }) {
  return (
    <div className="overflow-hidden rounded-card border border-line">
      {(['light', 'dark'] as const).map((theme) => {
        const [avif, webp] = SCREENS[name][theme];
        return (
          <picture
            key={theme}
            className={theme === 'light' ? '[[data-theme=dark]_&]:hidden' : 'hidden [[data-theme=dark]_&]:block'}
          >
            <source type="image/avif" srcSet={avif} />
            <img src={webp} alt={alt} width={1200} height={750} loading="lazy" className="block h-auto w-full" />
          </picture>
        );
      })}
    </div>
  );
}
