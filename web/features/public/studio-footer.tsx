import type { PublicStudio } from '#core/api/public.ts';
import { LanguageSwitch } from './language-switch.tsx';

interface StudioFooterProps {
  studio: PublicStudio | null;
}

export function StudioFooter({ studio }: StudioFooterProps) {
  return (
    <footer className="mt-auto flex print:hidden flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 pt-16 pb-6 text-caption text-soft md:px-8">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {studio && <span>{studio.name}</span>}
        {studio?.email && (
          <a href={`mailto:${studio.email}`} className="thumb">
            {studio.email}
          </a>
        )}
      </p>
      <LanguageSwitch />
    </footer>
  );
}
