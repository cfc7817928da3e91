import { clsx } from 'clsx';
import { ChevronRight, GripVertical, Languages } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DROP_LINE, type RowDrag } from '#web/components/ui/lists/row-drag.ts';
import { useEditor } from './editor-context.ts';
import { lacksTranslation, type OutlineItem } from './outline-items.ts';
import { PartIcon } from './part-icon.tsx';
import { PartMenu } from './part-menu.tsx';
import { usePartNames } from './use-part-names.ts';

interface OutlineLineProps {
  item: OutlineItem;
  /** The line in the tab order. */
  isCurrent: boolean;
  drag: RowDrag | null;
  onGrab: (event: PointerEvent) => void;
  onToggle: () => void;
}

/** A line of the outline: a row, a column or a block. */
export function OutlineLine({ item, isCurrent, drag, onGrab, onToggle }: OutlineLineProps) {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { rows, selected, select } = editor;
  const { nameOf, fullName } = usePartNames(editor);
  const { kind, words } = nameOf(rows, item.id);
  const isSelected = selected === item.id;
  const isUntranslated = 'kind' in item.part && lacksTranslation(item.part as { id: string; kind: string }, editor);
  const isClosable = item.kind === 'row' && item.isOpen !== null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
    <div
      role="treeitem"
      aria-label={[fullName(rows, item.id), ...(isUntranslated ? [t('language.missing')] : [])].join(', ')}
      aria-level={item.level}
      aria-posinset={item.position}
      aria-setsize={item.size}
      aria-selected={isSelected}
      {...(item.isOpen !== null && { 'aria-expanded': item.isOpen })}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      tabIndex={isCurrent ? 0 : -1}
      data-drag-id={item.id}
      onClick={() => select(item.id)}
      onDoubleClick={() => editor.edit(item.id)}
      className={clsx(
        'group relative flex min-h-control cursor-default items-center gap-2 rounded-control pr-0.5 outline-offset-[-2px] select-none lg:min-h-9',
        ['pl-1', 'pl-1', 'pl-7', 'pl-11'][item.level],
        isSelected ? 'bg-accent-tint text-ink' : 'hover:bg-hover',
        item.kind === 'row' && item.position > 1 && 'mt-1',
        drag?.id === item.id && 'opacity-40',
        drag?.over?.id === item.id && DROP_LINE[drag.over.side],
      )}
    >
      {isClosable && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the arrow keys do it too
        <span
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          className="flex size-6 shrink-0 items-center justify-center text-soft"
        >
          <ChevronRight
            className={clsx('size-4 transition-transform', item.isOpen && 'rotate-90')}
            strokeWidth={1.75}
          />
        </span>
      )}
      <span className="text-soft">
        <PartIcon kind={item.kind === 'block' ? String((item.part as { kind?: string }).kind) : item.kind} />
      </span>
      <span className="min-w-0 grow truncate text-caption">
        <span className={clsx(item.kind === 'row' && 'font-medium')}>
          {item.kind === 'row' && words ? words : kind}
        </span>
        {item.kind === 'block' && words && <span className="text-soft">{` ${words}`}</span>}
      </span>
      {isUntranslated && (
        <span title={t('language.missing')} className="text-warning">
          <Languages aria-hidden className="size-4" strokeWidth={1.75} />
        </span>
      )}
      <span
        aria-hidden
        onPointerDown={onGrab}
        className={clsx(
          'flex h-9 w-6 shrink-0 cursor-grab touch-none items-center justify-center text-soft max-lg:h-11 max-lg:w-9',
          'lg:hidden lg:group-focus-within:flex lg:group-hover:flex',
          item.kind === 'cell' && 'invisible',
        )}
      >
        <GripVertical className="size-4" strokeWidth={1.75} />
      </span>
      <PartMenu
        id={item.id}
        tabIndex={isCurrent ? 0 : -1}
        className={clsx(
          'text-soft lg:size-8! lg:data-[state=open]:flex',
          !isSelected && 'lg:hidden lg:group-focus-within:flex lg:group-hover:flex',
        )}
      />
    </div>
  );
}
