import type { ReactNode } from 'react';
import { useScreenTitle } from './screen-title.ts';

interface NarrowPageProps {
  /** Name or logo above. */
  brand?: ReactNode;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** Links to alternatives: "No account yet? Open a studio". */
  footer?: ReactNode;
}

/** A page of one column with one task: signing in, creating a studio, entering a gallery's password. */
export function NarrowPage({ brand, title, intro, children, footer }: NarrowPageProps) {
  useScreenTitle(title);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col px-5 py-8 md:py-[12vh]">
      {brand && <div className="pb-10 font-semibold tracking-tight md:pb-14">{brand}</div>}
      <main id="content" tabIndex={-1} className="flex flex-col gap-6 outline-none">
        <div className="flex flex-col gap-2">
          <h1 className="text-title wrap-anywhere">{title}</h1>
          {intro && <div className="text-soft">{intro}</div>}
        </div>
        {children}
      </main>
      {footer && <footer className="mt-8 border-t border-line pt-5 text-soft">{footer}</footer>}
    </div>
  );
}
