import type { ComponentProps, MouseEvent } from 'react';
import { navigateStep } from './address.ts';

type StepLinkProps = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & { href: string };

/** A link to another step: goes there without loading the page anew, and opens in a new tab like any other. */
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
