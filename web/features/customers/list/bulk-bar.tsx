import { Download, Merge, Tag, Tags, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MERGED } from '#core/domain/customers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { CustomerListRow } from '../customer-rows.ts';
import { useCustomerExport } from '../use-exports.ts';
import { TagDialog } from './tag-dialog.tsx';

interface BulkBarProps {
  selected: readonly CustomerListRow[];
  /** Of the studio. */
  tags: readonly string[];
  onTag: (tag: string, add: boolean) => void;
  onTrash: () => void;
  onMerge: () => void;
  onClear: () => void;
}

/** What to do with the ticked clients; stands where the eye is while scrolling, on a phone where the thumb is. */
export function BulkBar({ selected, tags, onTag, onTrash, onMerge, onClear }: BulkBarProps) {
  const { t } = useTranslation('customers');
  const save = useCustomerExport();
  const disabled = !useStore().writable;
  const [tagging, setTagging] = useState<'add' | 'remove' | null>(null);
  const theirs = [...new Set(selected.flatMap((customer) => customer.tags))];
  const canMerge = selected.length > 1 && selected.length <= MAX_MERGED + 1;
  const files = [
    { label: t('export.csv'), onSelect: () => save(selected, 'csv') },
    { label: t('export.vcard'), onSelect: () => save(selected, 'vcard') },
  ];
  const tagActs = [
    { label: t('bulk.addTag'), icon: <Tag />, disabled, onSelect: () => setTagging('add') },
    {
      label: t('bulk.removeTag'),
      icon: <Tags />,
      disabled: disabled || theirs.length === 0,
      onSelect: () => setTagging('remove'),
    },
  ];
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="@container fixed inset-x-0 bottom-0 z-45 border-t border-line bg-raised pb-safe shadow-lift md:sticky md:top-2 md:bottom-auto md:z-20 md:mb-2 md:rounded-control md:border"
    >
      <div className="flex min-h-14 items-center px-1 md:gap-1 md:pr-2">
        <IconButton label={t('bulk.clear')} icon={<X aria-hidden />} onClick={onClear} />
        <output data-figures className="grow truncate font-medium">
          {t('bulk.selected', { count: selected.length })}
        </output>
        <Menu
          trigger={<IconButton label={t('tagsTitle')} icon={<Tag aria-hidden />} />}
          groups={[{ items: tagActs }]}
        />
        <Menu
          trigger={<IconButton label={t('export.act')} icon={<Download aria-hidden />} />}
          groups={[{ items: files }]}
        />
        {canMerge && (
          <IconButton label={t('merge.act')} icon={<Merge aria-hidden />} disabled={disabled} onClick={onMerge} />
        )}
        <Button size="small" variant="danger" icon={<Trash2 />} disabled={disabled} onClick={onTrash}>
          <span className="@max-md:sr-only">{t('delete.short')}</span>
        </Button>
      </div>
      {tagging && (
        <TagDialog
          adding={tagging === 'add'}
          tags={tagging === 'add' ? tags : theirs}
          count={selected.length}
          onChoose={(tag) => onTag(tag, tagging === 'add')}
          onClose={() => setTagging(null)}
        />
      )}
    </div>
  );
}
