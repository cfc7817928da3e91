import { clsx } from 'clsx';
import { ArrowLeft, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { buttonClass, IconButton } from '../ui/inputs/button.tsx';
import { EditableTitle, type Rename } from './editable-title.tsx';
import { usePageRole } from './list-detail-context.ts';
import { useScreenTitle } from './screen-title.ts';

interface PageTitleProps {
  title: string;
  /** Makes the title a button that opens a field. */
  rename?: Rename | undefined;
  className?: string;
}

/** The page's `h1` and document title; an `h2` for a list beside a detail. */
export function PageTitle({ title, rename, className = 'text-title' }: PageTitleProps) {
  const { kind, headingId, onHeading } = usePageRole();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useScreenTitle(kind === 'list' ? null : title);
  useEffect(() => {
    if (heading.current) onHeading?.(heading.current);
  }, [onHeading, key]);
  const Heading = kind === 'list' ? 'h2' : 'h1';
  return (
    <Heading
      ref={heading}
      {...(headingId && { id: headingId, tabIndex: -1 })}
      className={clsx('wrap-anywhere outline-none has-[input]:grow', className)}
    >
      {rename ? <EditableTitle title={title} {...rename} /> : title}
    </Heading>
  );
}

export interface PageHeaderProps extends Pick<PageTitleProps, 'title' | 'rename'> {
  /** Link to the list; beside the list it is a close button. */
  back?: { to: string; label: string };
  /** One line below the title: status, counts. */
  detail?: ReactNode;
  /** Buttons; at most one of them primary. */
  actions?: ReactNode;
  /** Menu of further actions, at the right end of the title's line on every screen. */
  menu?: ReactNode;
  tabs?: ReactNode;
}

/** The link to the form of a new record; primary unless its list is beside a detail. */
export function CreateLink({ to, children }: { to: string; children: ReactNode }) {
  const { kind } = usePageRole();
  return (
    <Link to={to} className={buttonClass({ variant: kind === 'list' ? 'secondary' : 'primary' })}>
      <Plus aria-hidden className="size-4" />
      {children}
    </Link>
  );
}

export function PageHeader({ title, rename, back, detail, actions, menu, tabs }: PageHeaderProps) {
  const { t } = useTranslation('common');
  const { close } = usePageRole();
  return (
    // Above one column the title stands with it; tabs stay where they are on the other tabs' pages.
    <header className={clsx('flex flex-col gap-1 pt-4 pb-6 md:pt-8', !tabs && 'has-[+.column]:column')}>
      {back && !close && (
        <Link
          to={back.to}
          className="thumb -mb-1.5 inline-flex items-center gap-1.5 self-start text-caption text-soft no-underline hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
          {back.label}
        </Link>
      )}
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className={clsx('min-w-0', rename && 'has-[h1_input]:grow')}>
            {/* As high as a button: what follows has the same position with and without actions. */}
            <div className="flex min-h-control items-center">
              <PageTitle title={title} rename={rename} />
            </div>
            {detail && <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">{detail}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {(menu || close) && (
          <div className="-mr-3 flex shrink-0">
            {menu}
            {close && (
              <IconButton
                label={t('closeNamed', { name: title })}
                icon={<X aria-hidden />}
                onClick={() => void close()}
              />
            )}
          </div>
        )}
      </div>
      {tabs && <div className="pt-4">{tabs}</div>}
    </header>
  );
}
