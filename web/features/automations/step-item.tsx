import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { STEP_ICONS, useStepLabels } from './step-labels.ts';
import type { StepRow } from './types.ts';

interface StepItemProps {
  step: StepRow;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
}

/** A step of a session type: "3 days before the session, at 10:00", and what happens. */
export function StepItem({ step, isFirst, isLast, onEdit, onRemove, onMove }: StepItemProps) {
  const { t } = useTranslation('automations');
  const { whenOf, whatOf } = useStepLabels();
  const Icon = STEP_ICONS[step.kind];
  const name = whatOf(step);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const by = event.key === 'ArrowUp' ? -1 : 1;
    if (by === -1 ? !isFirst : !isLast) onMove(by);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the button within it
    <li onKeyDown={onKeyDown} className="flex items-center gap-3 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p data-figures className="text-caption text-soft">
          {whenOf(step)}
        </p>
        <p className="font-medium wrap-anywhere">{name}</p>
      </div>
      <Menu
        trigger={<IconButton label={t('step.more', { name })} icon={<Ellipsis aria-hidden />} />}
        groups={[
          { items: [{ label: t('step.edit'), icon: <Pencil />, writes: true, onSelect: onEdit }] },
          {
            items: [
              {
                label: t('step.up'),
                icon: <ArrowUp />,
                shortcut: 'Alt ↑',
                writes: true,
                disabled: isFirst,
                onSelect: () => onMove(-1),
              },
              {
                label: t('step.down'),
                icon: <ArrowDown />,
                shortcut: 'Alt ↓',
                writes: true,
                disabled: isLast,
                onSelect: () => onMove(1),
              },
            ],
          },
          { items: [{ label: t('step.remove'), icon: <Trash2 />, writes: true, onSelect: onRemove }] },
        ]}
      />
    </li>
  );
}
