import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { HeroPrints } from './hero-prints.tsx';

interface LandingPageProps {
  languages: ReactNode;
}

/** The back office is a separate app: these links load a page. */
const SIGN_UP = '/app/auth?mode=signup';
const SIGN_IN = '/app/auth';

const STEPS = ['drop', 'share', 'look'] as const;
const PROMISES = ['whole', 'private', 'fast', 'yours', 'reach', 'languages'] as const;

/** Public page about the product. */
export function LandingPage({ languages }: LandingPageProps) {
  const { t } = useTranslation('landing');
  return (
    <div className="mx-auto flex min-h-dvh max-w-[76rem] flex-col px-5 md:px-10">
      <SkipLink />
      <header className="flex min-h-16 items-center justify-between gap-4 md:min-h-20">
        <p className="text-lead font-semibold tracking-tight">{t('name')}</p>
        <a href={SIGN_IN} className={`${buttonClass({ variant: 'quiet' })} -mr-4`}>
          {t('signIn')}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-col gap-24 pt-10 pb-20 outline-none md:gap-36 md:pt-16">
        <section className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[6fr_5fr]">
          <div className="flex flex-col items-start gap-6">
            <h1 className="text-display font-semibold lg:text-[3.5rem]/[1.05]">{t('hero.title')}</h1>
            <p className="max-w-[34rem] text-lead text-soft">{t('hero.text')}</p>
            <a href={SIGN_UP} className={buttonClass({ variant: 'primary' })}>
              {t('signUp')}
            </a>
          </div>
          <HeroPrints caption={t('hero.caption')} />
        </section>
        <section className="flex flex-col gap-10">
          <h2 className="text-title font-semibold">{t('steps.title')}</h2>
          <ol className="grid gap-x-10 gap-y-10 md:grid-cols-3">
            {STEPS.map((step, index) => (
              <li key={step} className="flex flex-col gap-2 border-t border-ink pt-4">
                <span aria-hidden className="text-soft tabular-nums">
                  {index + 1}
                </span>
                <h3 className="text-lead font-semibold">{t(`steps.${step}.title`)}</h3>
                <p className="text-soft">{t(`steps.${step}.text`)}</p>
              </li>
            ))}
          </ol>
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
        <section className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
          <h2 className="text-title font-semibold">{t('price.title')}</h2>
          <div className="measure flex flex-col items-start gap-5">
            <p className="text-lead">{t('price.text')}</p>
            <p className="text-soft">{t('price.honest')}</p>
          </div>
        </section>
        <section className="flex flex-col items-start gap-6 border-t border-line pt-16">
          <h2 className="max-w-[18ch] text-display font-semibold">{t('close.title')}</h2>
          <div className="flex flex-wrap gap-3">
            <a href={SIGN_UP} className={buttonClass({ variant: 'primary' })}>
              {t('signUp')}
            </a>
            <a href={SIGN_IN} className={buttonClass()}>
              {t('signIn')}
            </a>
          </div>
        </section>
      </main>
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-4 border-t border-line py-6 text-caption text-soft">
        <p>{t('footer')}</p>
        {languages}
      </footer>
    </div>
  );
}
