import { ChevronRight, Plus } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_KINDS, isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { type Cell, MAX_BLOCKS, type Row } from '#core/domain/site/page-rows.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { BlockFields } from '../inspector/block-fields.tsx';
import { RowFields } from '../inspector/row-fields.tsx';
import { useEditor } from './editor-context.ts';
import { PartIcon } from './part-icon.tsx';
import { PartMenu } from './part-menu.tsx';
import { COLUMN_CHOICES, findPart, hasColumns } from './parts.ts';
import { usePartNames } from './use-part-names.ts';

/** Fields of the selected part. */
export function PartPanel() {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { rows, selected, edits, language, studioLanguage } = editor;
  const found = findPart(rows, selected);
  if (!found) {
    return <p className="text-soft">{t(rows.length > 0 ? 'panel.nothing' : 'panel.emptyPage')}</p>;
  }
  const { part } = found;
  return (
    // Leaving a field sends what was typed in it, and ends the step of undo.
    <div className="flex flex-col gap-5" data-edits="" onBlur={() => edits.settle()}>
      <PartPath id={part.id} />
      {found.kind === 'row' && (
        <>
          {found.row.cells.map((cell, index) => (
            <AddBlock
              key={cell.id}
              cell={cell}
              {...(found.row.cells.length > 1 && { label: t('add.blockTo', { number: index + 1 }) })}
            />
          ))}
          <Columns row={found.row} />
          <RowFields row={found.row} set={(id, path, value) => void edits.type(id, path, value)} />
        </>
      )}
      {found.kind === 'cell' && <CellBlocks cell={found.cell} />}
      {found.kind === 'block' &&
        (isKnownBlock(found.part) ? (
          <BlockFields
            key={part.id}
            block={found.part}
            language={language}
            studioLanguage={studioLanguage}
            set={(path, value) => void edits.type(part.id, path, value)}
          />
        ) : (
          <p className="text-soft">{t('panel.unknown')}</p>
        ))}
    </div>
  );
}

/** The selected part within its row and column; each of them can be chosen. */
function PartPath({ id }: { id: string }) {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { rows, select } = editor;
  const { nameOf } = usePartNames(editor);
  const found = findPart(rows, id);
  if (!found) return null;
  const above = [
    ...(found.kind === 'row' ? [] : [found.row.id]),
    ...(found.kind === 'block' && found.row.cells.length > 1 ? [found.cell.id] : []),
  ];
  return (
    <div className="flex items-center gap-2 border-b border-line pb-3">
      <div className="min-w-0 grow">
        {above.length > 0 && (
          <nav aria-label={t('panel.path')} className="flex items-center gap-1 text-caption text-soft">
            {above.map((parent, index) => (
              <Fragment key={parent}>
                {index > 0 && <ChevronRight aria-hidden className="size-3.5" />}
                <button type="button" onClick={() => select(parent)} className="thumb underline hover:text-ink">
                  {nameOf(rows, parent).kind}
                </button>
              </Fragment>
            ))}
          </nav>
        )}
        <h2 className="flex items-center gap-2 font-semibold">
          <PartIcon kind={found.kind === 'block' ? found.part.kind : found.kind} />
          {nameOf(rows, id).kind}
        </h2>
      </div>
      <PartMenu id={id} className="-mr-2" />
    </div>
  );
}

/** The columns of a row, each choice drawn. */
function Columns({ row }: { row: Row }) {
  const { t } = useTranslation('website');
  const { actions } = useEditor();
  const writable = useWritable();
  return (
    <div role="group" aria-label={t('columns.label')} className="flex flex-col gap-2">
      <span aria-hidden className="text-caption font-medium">
        {t('columns.label')}
      </span>
      <div className="grid grid-cols-4 gap-2">
        {COLUMN_CHOICES.map((spans) => {
          const isChosen = hasColumns(row, spans);
          const name = t('columns.choice', { count: spans.length, shares: spans.join(' : ') });
          return (
            <button
              key={spans.join('-')}
              type="button"
              aria-label={name}
              title={name}
              aria-pressed={isChosen}
              disabled={!writable}
              onClick={() => actions.setColumns(row, spans)}
              className="flex h-control gap-1 rounded-control border border-line bg-raised p-1.5 transition-colors hover:border-edge disabled:opacity-50 aria-pressed:border-accent aria-pressed:outline-2 aria-pressed:outline-accent"
            >
              {spans.map((span, index) => (
                <span key={index} className="rounded-[2px] bg-line" style={{ flexGrow: span }} />
              ))}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** The blocks of a column. */
function CellBlocks({ cell }: { cell: Cell }) {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { nameOf } = usePartNames(editor);
  return (
    <>
      {cell.blocks.length === 0 && <p className="text-soft">{t('panel.emptyColumn')}</p>}
      <ul className="flex flex-col">
        {cell.blocks.map((block) => {
          const { kind, words } = nameOf(editor.rows, block.id);
          return (
            <li key={block.id}>
              <button
                type="button"
                onClick={() => editor.select(block.id)}
                className="flex min-h-control w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover"
              >
                <PartIcon kind={block.kind} />
                <span className="min-w-0 truncate">
                  {kind}
                  {words && <span className="text-soft">{` ${words}`}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <AddBlock cell={cell} />
    </>
  );
}

/** Adds a block of a chosen kind to the end of a column. */
function AddBlock({ cell, label }: { cell: Cell; label?: string }) {
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
