import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sortLines } from '#core/domain/payments/proposal-prices.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { lastPosition, moveLine } from '../proposal-view.ts';
import type { ProposalLineRow } from '../types.ts';
import { LineDialog, NewLineDialog } from './line-dialog.tsx';

interface LinesEditorProps {
  proposalId: string;
  lines: readonly ProposalLineRow[];
  /** Lines of products are named in the client's language. */
  customer: { readonly language: Language | null } | undefined;
}

/** What is offered, line by line. Each change is saved immediately, since lines are rows that colleagues see. */
export function LinesEditor({ proposalId, lines, customer }: LinesEditorProps) {
  const { t } = useTranslation('proposals');
  // Id of the line that is open, or `new`.
  const [edited, setEdited] = useState<string | null>(null);
  const ordered = sortLines(lines);
  const open = ordered.find(({ id }) => id === edited);
  const language = customer?.language ?? null;
  const groups = [...new Set(ordered.flatMap(({ groupName }) => groupName || []))];
  const close = () => setEdited(null);
  return (
    <div id="proposal-lines">
      <PageSection
        title={t('lines.title')}
        action={
          <Button size="small" icon={<Plus />} writes onClick={() => setEdited('new')}>
            {t('lines.add')}
          </Button>
        }
      >
        {ordered.length === 0 ? (
          <p className="measure text-soft">{t('lines.none')}</p>
        ) : (
          <ol className="divide-y divide-line border-b border-line">
            {ordered.map((line, index) => (
              <LineItem
                key={line.id}
                line={line}
                lines={ordered}
                isFirst={index === 0}
                isLast={index === ordered.length - 1}
                onEdit={() => setEdited(line.id)}
              />
            ))}
          </ol>
        )}
      </PageSection>
      {edited === 'new' && (
        <NewLineDialog
          proposalId={proposalId}
          position={lastPosition(lines)}
          lines={lines}
          {...{ language, groups }}
          onClose={close}
        />
      )}
      {open && <LineDialog key={open.id} line={open} {...{ language, groups }} onClose={close} />}
    </div>
  );
}

interface LineItemProps {
  line: ProposalLineRow;
  lines: readonly ProposalLineRow[];
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
}

function LineItem({ line, lines, isFirst, isLast, onEdit }: LineItemProps) {
  const { t } = useTranslation(['proposals', 'common']);
  const format = useFormat();
  const mutate = useMutation();
  const { id, proposalId, title, quantity, unitAmount, choice, groupName } = line;
  const move = (by: -1 | 1) => {
    const now = Date.now();
    const steps = moveLine(lines, id, by).map((to) =>
      mutators.proposals.updateLine({ id: to.id, changes: { position: to.position }, now }),
    );
    for (const step of steps) void mutate(step);
  };
  const remove = () => {
    const { productId, description, position } = line;
    const stored = { productId, title, description, quantity, unitAmount, choice, groupName, position };
    return mutate(mutators.proposals.removeLine({ id, now: Date.now() }), {
      done: t('lines.removed', { title }),
      undo: () => mutators.proposals.addLine({ id, proposalId, line: stored, now: Date.now() }),
    });
  };
  const kind =
    choice === 'one_of' ? t('choices.oneOf', { group: groupName || t('choices.noGroup') }) : t(`choices.${choice}`);
  return (
    <li className="flex min-h-16 items-center gap-2 py-2">
      <button
        type="button"
        aria-label={t('lines.edit', { title })}
        onClick={onEdit}
        className="flex min-h-control min-w-0 grow cursor-pointer items-baseline justify-between gap-4 text-left"
      >
        <span className="min-w-0">
          <span className="block wrap-anywhere">{title}</span>
          <span data-figures className="block text-caption text-soft">
            {[kind, quantity > 1 && t('pieces', { quantity, amount: format.money(unitAmount) })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span data-figures className="shrink-0 font-medium">
          {format.money(quantity * unitAmount)}
        </span>
      </button>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: title })} icon={<Ellipsis aria-hidden />} writes />}
        groups={[
          {
            items: [
              { label: t('lines.change'), icon: <Pencil />, writes: true, onSelect: onEdit },
              { label: t('lines.up'), icon: <ArrowUp />, writes: true, disabled: isFirst, onSelect: () => move(-1) },
              { label: t('lines.down'), icon: <ArrowDown />, writes: true, disabled: isLast, onSelect: () => move(1) },
              { label: t('lines.remove'), icon: <X />, writes: true, onSelect: () => void remove() },
            ],
          },
        ]}
      />
    </li>
  );
}
