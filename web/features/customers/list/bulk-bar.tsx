import { Download, Merge, Tag, Tags, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MAX_MERGED, tag as tagSchema } from '#core/domain/clients/customers.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import type { CustomerListRow } from '../types.ts';
import { useCustomerExport } from '../use-customer-export.ts';

interface TagDialogProps {
  adding: boolean;
  /** Existing tags to choose from; a new one can be typed when adding. */
  tags: readonly string[];
  /** Number of clients to change. */
  count: number;
  onChoose: (tag: string) => void;
  onClose: () => void;
}

const schema = z.object({ tag: tagSchema });

/** Adds a tag to all selected clients, or removes it. */
function TagDialog({ adding, tags, count, onChoose, onClose }: TagDialogProps) {
  const { t } = useTranslation('customers');
  const fields = useFields<{ tag: string | null }>({ tag: null });
  const { tag: chosen } = fields.values;
  const form = useForm(fields, schema, ({ tag }) => {
    onChoose(tag);
    onClose();
  });
  const options = [...new Set([...tags, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value }));
  const create = (text: string) => {
    const tag = tagSchema.safeParse(text);
    if (tag.success) fields.change({ tag: tag.data });
  };
  const textKey = adding ? 'add' : 'remove';
  return (
    <FormDialog
      title={t(`bulk.${textKey}Title`, { count })}
      submitLabel={t(`bulk.${textKey}Tag`)}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field
        label={t('bulk.tag')}
        {...(adding && { hint: t('bulk.tagHint') })}
        error={form.error('tag') && t('bulk.tagNeeded')}
      >
        <Combobox
          options={options}
          value={chosen}
          onChange={(tag) => fields.change({ tag })}
          {...(adding && { onCreate: create, freeText: true })}
        />
      </Field>
    </FormDialog>
  );
}

interface BulkBarProps {
  selected: readonly CustomerListRow[];
  /** Tags of the studio. */
  tags: readonly string[];
  onTag: (tag: string, add: boolean) => void;
  onTrash: () => void;
  onMerge: () => void;
  onClear: () => void;
}

/** Actions on the selected clients; sticky at the top, on phones at the bottom. */
export function BulkBar({ selected, tags, onTag, onTrash, onMerge, onClear }: BulkBarProps) {
  const { t } = useTranslation('customers');
  const save = useCustomerExport();
  const [tagging, setTagging] = useState<'add' | 'remove' | null>(null);
  const selectedTags = [...new Set(selected.flatMap((customer) => customer.tags))];
  const canMerge = selected.length > 1 && selected.length <= MAX_MERGED + 1;
  const files = [
    { label: t('export.csv'), onSelect: () => save(selected, 'csv') },
    { label: t('export.vcard'), onSelect: () => save(selected, 'vcard') },
  ];
  const tagActs = [
    { label: t('bulk.addTag'), icon: <Tag />, writes: true, onSelect: () => setTagging('add') },
    {
      label: t('bulk.removeTag'),
      icon: <Tags />,
      writes: true,
      disabled: selectedTags.length === 0,
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
        {canMerge && <IconButton label={t('merge.act')} icon={<Merge aria-hidden />} writes onClick={onMerge} />}
        <Button size="small" variant="danger" icon={<Trash2 />} writes onClick={onTrash}>
          <span className="@max-md:sr-only">{t('delete.short')}</span>
        </Button>
      </div>
      {tagging && (
        <TagDialog
          adding={tagging === 'add'}
          tags={tagging === 'add' ? tags : selectedTags}
          count={selected.length}
          onChoose={(tag) => onTag(tag, tagging === 'add')}
          onClose={() => setTagging(null)}
        />
      )}
    </div>
  );
}
