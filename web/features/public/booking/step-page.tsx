import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { PublicPage } from '../public-page.tsx';
import type { StudioSite } from '../routes.ts';
import { consumeNavigation } from './address.ts';
import { StepLink } from './step-link.tsx';

export interface StepLayoutProps {
  site: StudioSite;
  studio: PublicStudio;
}

interface StepPageProps extends StepLayoutProps {
  title: string;
  /** The step before, and what it is called. */
  back?: { href: string; label: string };
  wide?: boolean;
  children: ReactNode;
}

/** One step: its title is the page's, and has the focus when somebody arrives from another one. */
export function StepPage({ site, studio, title, back, wide = false, children }: StepPageProps) {
  const { t } = useTranslation('booking');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!consumeNavigation()) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = t('pageTitle', { step: title, studio: studio.name });
  }, [t, title, studio.name]);
  return (
    <PublicPage site={site} studio={studio}>
      <div
        className={clsx(
          'mx-auto flex w-full flex-col gap-6 px-5 pt-6 md:px-8 md:pt-[8vh]',
          wide ? 'max-w-[56rem]' : 'max-w-[38rem]',
        )}
      >
        <div className="flex flex-col gap-2">
          {back && (
            <StepLink
              href={back.href}
              className="thumb inline-flex items-center gap-1.5 self-start text-soft no-underline"
            >
              <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
              <span className="hover:underline">{back.label}</span>
            </StepLink>
          )}
          <h1 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none wrap-anywhere">
            {title}
          </h1>
        </div>
        {children}
      </div>
    </PublicPage>
  );
}
