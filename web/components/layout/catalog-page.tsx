import { clsx } from 'clsx';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { IconButton } from '../ui/inputs/button.tsx';
import { ListRow, type ListRowProps } from '../ui/lists/list-row.tsx';
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx';
import { LoadingPlaceholder } from './loading-placeholder.tsx';
import { PageHeader } from './page-header.tsx';

interface CatalogPageProps {
  /** Title of the screen, which its tabs have in common. */
  title: string;
  tabs: ReactNode;
  /** Names the list for screen readers. */
  label: string;
  /** One or two sentences above the list. */
  intro?: string;
  /** A link or button to a new item: beside the title, or in the empty list. */
  create?: ReactNode;
  empty?: { title: string; text: string };
  isEmpty?: boolean;
  /** True if all rows are loaded: only then is an empty list shown as empty. */
  isComplete?: boolean;
  /** Shown until the rows are loaded. */
  placeholder?: ReactNode;
  /** Width of the list, by default that of the title and its button; the text of an empty one is in the middle of the page. */
  className?: string;
  children: ReactNode;
}

/** A tab with what the studio keeps of one kind and uses again: presets, watermarks, locations, session types, mails. */
export function CatalogPage({ title, tabs, label, intro, create, empty, children, ...props }: CatalogPageProps) {
  const { isEmpty = false, isComplete = true, className } = props;
  const { placeholder = <LoadingPlaceholder className="h-40" /> } = props;
  return (
    <>
      <PageHeader title={title} tabs={tabs} actions={!isEmpty && create} />
      <section aria-label={label} className={clsx('flex flex-col gap-5', !(isEmpty && isComplete) && className)}>
        {!isEmpty ? (
          <>
            {intro && <p className="measure text-soft">{intro}</p>}
            {children}
          </>
        ) : isComplete ? (
          empty && (
            <EmptyState title={empty.title} action={create}>
              {empty.text}
            </EmptyState>
          )
        ) : (
          placeholder
        )}
      </section>
    </>
  );
}

/** The rows of a list, each a `CatalogRow`. */
export function CatalogRows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  );
}

interface RowAction {
  /** Names the row too, for screen readers. */
  label: string;
  onSelect: () => void;
}

interface CatalogRowProps extends Omit<ListRowProps, 'title'> {
  title: string;
  /** Buttons at the end of the row, after `actions`; all of them write. */
  edit?: RowAction | undefined;
  remove?: RowAction | undefined;
  menu?: readonly MenuItem[] | undefined;
}

/** A row with the actions that the rows of most lists have. */
export function CatalogRow({ edit, remove, menu, actions, ...row }: CatalogRowProps) {
  const { t } = useTranslation('common');
  return (
    <ListRow
      {...row}
      actions={
        (actions || edit || remove || menu) && (
          <>
            {actions}
            {edit && <IconButton label={edit.label} icon={<Pencil aria-hidden />} writes onClick={edit.onSelect} />}
            {remove && (
              <IconButton label={remove.label} icon={<Trash2 aria-hidden />} writes onClick={remove.onSelect} />
            )}
            {menu && (
              <Menu
                trigger={
                  <IconButton label={t('moreFor', { name: row.title })} icon={<Ellipsis aria-hidden />} writes />
                }
                groups={[{ items: menu }]}
              />
            )}
          </>
        )
      }
    />
  );
}
