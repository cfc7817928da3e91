import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BLOCK_KINDS } from '#core/domain/site/page-blocks.ts';
import { type Cell, MAX_BLOCKS } from '#core/domain/site/page-rows.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useEditor } from './editor-context.ts';
import { PartIcon } from './part-icon.tsx';

/** Adds a block of a chosen kind to the end of a column. */
export function AddBlock({ cell, label }: { cell: Cell; label?: string }) {
  const { t } = useTranslation(['website', 'blocks']);
  const { actions } = useEditor();
  const items = BLOCK_KINDS.map((kind) => ({
    label: t(`blocks:kinds.${kind}`),
    icon: <PartIcon kind={kind} />,
    writes: true,
    onSelect: () => actions.addBlock(kind, cell.id, cell.blocks.at(-1)?.id ?? null),
  }));
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={<Plus />} writes disabled={cell.blocks.length >= MAX_BLOCKS} className="self-start">
          {label ?? t('add.block')}
        </Button>
      }
      groups={[{ items }]}
    />
  );
}
