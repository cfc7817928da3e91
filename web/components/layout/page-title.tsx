import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageRole } from './page-part.ts';
import { useScreenTitle } from './use-screen-title.ts';

/** The page's one heading of the first level, and its title; beside a detail, a list's is of the second. */
export function PageTitle({ title, className = 'text-title' }: { title: string; className?: string }) {
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
      className={clsx('wrap-anywhere outline-none', className)}
    >
      {title}
    </Heading>
  );
}
