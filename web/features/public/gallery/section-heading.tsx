import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { sectionAnchor } from '../photos/sections.ts';
import { type Heading, scaled } from './section-layout.ts';

interface SectionHeadingProps {
  heading: Heading;
  /** Scale of the heading, see `scaled`. */
  scale: number | null;
  /** Null while nothing is being selected; otherwise true if all photos of the section are selected. */
  chosen: boolean | null;
  onToggle: () => void;
}

/** A section's name above its photos. Always rendered, so that its URL and screen readers find it. */
export function SectionHeading({ heading: { section, top, height }, scale, chosen, onToggle }: SectionHeadingProps) {
  const { t } = useTranslation('public');
  return (
    <div
      className="absolute inset-x-0 flex items-end justify-between gap-4 px-2 pb-4 md:px-0 md:pb-5"
      style={{ top: scaled(top, scale), height: scaled(height, scale) }}
    >
      <h2
        id={section.id === null ? undefined : sectionAnchor(section.id)}
        tabIndex={-1}
        className="line-clamp-2 scroll-mt-18 text-title font-semibold outline-none"
      >
        {section.name}
      </h2>
      {chosen !== null && (
        <Button
          size="small"
          onClick={onToggle}
          aria-label={t(chosen ? 'choose.noneOf' : 'choose.allOf', { name: section.name })}
        >
          {t(chosen ? 'choose.none' : 'choose.all')}
        </Button>
      )}
    </div>
  );
}
