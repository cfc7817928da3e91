import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { PublicPage } from '../shell/public-page.tsx';
import type { StudioSite } from '../shell/routes.ts';
import { consumeNavigation, navigateStep } from './step-navigation.ts';

type StepLinkProps = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & { href: string };

/** Links to another step without a page load. Modifier clicks open a new tab as usual. */
export function StepLink({ href, children, ...rest }: StepLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigateStep(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

export interface StepLayoutProps {
  site: StudioSite;
  studio: PublicStudio;
}

interface StepPageProps extends StepLayoutProps {
  title: string;
  /** Link to the previous step, and its label. */
  back?: { href: string; label: string; isOtherPage?: boolean };
  wide?: boolean;
  children: ReactNode;
}

/** Renders one step. Sets the document title and moves the focus to the heading after a navigation. */
export function StepPage({ site, studio, title, back, wide = false, children }: StepPageProps) {
  const { t } = useTranslation('booking');
  const heading = useRef<HTMLHeadingElement>(null);
  const BackLink = back?.isOtherPage ? 'a' : StepLink;
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
            <BackLink
              href={back.href}
              className="thumb inline-flex items-center gap-1.5 self-start text-soft no-underline"
            >
              <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
              <span className="hover:underline">{back.label}</span>
            </BackLink>
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

/** Renders terms with values, one per line; omits rows without a value. */
export function DefinitionList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-2 border-y border-line py-4">
      {rows.map(([term, text]) =>
        text ? (
          <div key={term} className="flex flex-wrap gap-x-4">
            <dt className="w-24 shrink-0 text-soft">{term}</dt>
            <dd className="min-w-0 flex-1 basis-48 wrap-anywhere">{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
