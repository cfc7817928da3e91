import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SectionDrawing } from './section-drawing.tsx';
import { makeSection, type Materials, SECTION_NAMES, type SectionName } from './sections.ts';

interface SectionChooserProps {
  materials: Materials;
  onChoose: (name: SectionName) => void;
  onClose: () => void;
}

/** The ready sections, each drawn small with the studio's own photos. */
export function SectionChooser({ materials, onChoose, onClose }: SectionChooserProps) {
  const { t } = useTranslation('website');
  const writable = useWritable();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('sections.title')} size="full">
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 md:gap-x-5 lg:grid-cols-4">
        {SECTION_NAMES.map((name) => (
          <li key={name}>
            <button
              type="button"
              disabled={!writable}
              onClick={() => onChoose(name)}
              className="group flex w-full flex-col gap-2 text-left disabled:opacity-50"
            >
              <span
                aria-hidden
                className="block h-32 w-full overflow-hidden rounded-control border border-line bg-paper transition-colors group-hover:border-accent"
              >
                <SectionDrawing row={makeSection(name, materials)} photos={materials.photos} />
              </span>
              <span className="text-caption font-medium">{t(`sections.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
