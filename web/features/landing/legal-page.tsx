import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LegalDocument, Operator } from '#core/api/page-data.ts';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import { LandingFooter } from './landing-footer.tsx';

const SECTIONS = {
  terms: ['who', 'service', 'rights', 'duties', 'price', 'availability', 'leaving', 'law'],
  privacy: ['who', 'what', 'why', 'where', 'how', 'cookies', 'rights'],
} as const;

interface LegalPageProps {
  document: LegalDocument;
  operator: Operator;
  languages: ReactNode;
  /** Changes a consent. */
  choice?: ReactNode;
}

/** Terms of use, or what is processed about people; both name the operator. */
export function LegalPage({ document, operator: { name, address, email }, languages, choice }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const say = t as (key: string, values?: Readonly<Record<string, string>>) => string;
  return (
    <div className="mx-auto flex min-h-dvh max-w-[76rem] flex-col px-5 md:px-10">
      <SkipLink />
      <header className="flex min-h-16 items-center md:min-h-20">
        <a href="/" className="thumb text-lead font-semibold tracking-tight no-underline hover:underline">
          {t('home')}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="measure flex flex-col gap-10 pt-6 pb-20 outline-none md:pt-12">
        <div className="flex flex-col gap-2">
          <h1 className="text-display font-semibold">{t(`${document}.title`)}</h1>
          <p className="text-caption text-soft">{t('updated')}</p>
        </div>
        {SECTIONS[document].map((section) => (
          <section key={section} className="flex flex-col gap-2">
            <h2 className="text-lead font-semibold">{say(`${document}.${section}.title`)}</h2>
            <p className="wrap-anywhere text-soft">{say(`${document}.${section}.text`, { name, address, email })}</p>
            {section === 'cookies' && choice}
          </section>
        ))}
      </main>
      <LandingFooter legal languages={languages} />
    </div>
  );
}
