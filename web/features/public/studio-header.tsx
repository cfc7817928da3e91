import type { PublicStudio } from '#core/api/public.ts';
import { studioHref, type StudioSite } from './routes.ts';

interface StudioHeaderProps {
  site: StudioSite;
  studio: PublicStudio;
}

/** The studio's mark above a gallery, leading to its page. */
export function StudioHeader({ site, studio }: StudioHeaderProps) {
  return (
    <header className="flex print:hidden min-h-14 items-center px-5 py-1 md:min-h-16 md:px-8">
      <a href={studioHref(site)} className="thumb min-w-0 no-underline hover:underline">
        <StudioMark studio={studio} />
      </a>
    </header>
  );
}

/** Logo, or the name in letters. */
export function StudioMark({ studio }: { studio: PublicStudio }) {
  if (studio.logoUrl) return <img src={studio.logoUrl} alt={studio.name} className="max-h-9 max-w-48 object-contain" />;
  return <span className="font-semibold tracking-tight">{studio.name}</span>;
}
