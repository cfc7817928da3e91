import { ArrowDown, ArrowUp, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { type ChecklistItem, MAX_CHECKLIST } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import type { SessionRow } from '../types.ts';

/** Returns the list with one item moved up or down; the same list if it is at the end. */
function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, step: -1 | 1): readonly Item[] {
  const from = items.findIndex((item) => item.id === id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);
}

/** Checklist of a session: check, reorder (Alt with the arrow keys) and remove items. */
export function Checklist({ session: { id, checklist } }: { session: SessionRow }) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const writable = useWritable();
  const mutate = useMutation();
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const mayWrite = can(role, 'sessions.note');
  const set = (next: readonly ChecklistItem[], undoable?: string) => {
    const write = (items: readonly ChecklistItem[], base: readonly ChecklistItem[]) =>
      mutators.sessions.setChecklist({ id, checklist: [...items], base: [...base], now: Date.now() });
    return mutate(write(next, checklist), undoable ? { done: undoable, undo: () => write(checklist, next) } : {});
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const line = text.trim().slice(0, 300);
    if (line && (await set([...checklist, { id: newId(), text: line, isDone: false }]))) setText('');
  };
  const move = (item: ChecklistItem, step: -1 | 1) => {
    const next = moveItem(checklist, item.id, step);
    if (next === checklist) return;
    void set(next);
    setAnnouncement(t('checklist.moved', { text: item.text, place: next.indexOf(item) + 1, total: next.length }));
  };
  const remove = (item: ChecklistItem) =>
    void set(
      checklist.filter((one) => one !== item),
      t('checklist.removed', { text: item.text }),
    );
  const onKeyDown = (event: KeyboardEvent, item: ChecklistItem) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(item, event.key === 'ArrowUp' ? -1 : 1);
  };
  const done = checklist.filter(({ isDone }) => isDone).length;
  return (
    <PageSection
      title={t('checklist.title')}
      action={
        checklist.length > 0 && (
          <span data-figures className="text-caption text-soft">
            {t('checklist.done', { done, total: checklist.length })}
          </span>
        )
      }
    >
      {checklist.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {checklist.map((item, index) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the checkbox within it
            <li key={item.id} onKeyDown={(event) => onKeyDown(event, item)} className="flex items-center gap-2">
              <div className="min-w-0 grow wrap-anywhere">
                <Checkbox
                  label={<span className={item.isDone ? 'text-soft line-through' : undefined}>{item.text}</span>}
                  checked={item.isDone}
                  disabled={!mayWrite || !writable}
                  onChange={(isDone) => void set(checklist.map((one) => (one === item ? { ...one, isDone } : one)))}
                />
              </div>
              {mayWrite && (
                <Menu
                  trigger={
                    <IconButton label={t('checklist.more', { text: item.text })} icon={<Ellipsis aria-hidden />} />
                  }
                  groups={[
                    {
                      items: [
                        {
                          label: t('checklist.up'),
                          icon: <ArrowUp />,
                          shortcut: 'Alt ↑',
                          writes: true,
                          disabled: index === 0,
                          onSelect: () => move(item, -1),
                        },
                        {
                          label: t('checklist.down'),
                          icon: <ArrowDown />,
                          shortcut: 'Alt ↓',
                          writes: true,
                          disabled: index === checklist.length - 1,
                          onSelect: () => move(item, 1),
                        },
                      ],
                    },
                    {
                      items: [
                        {
                          label: t('checklist.remove'),
                          icon: <Trash2 />,
                          writes: true,
                          onSelect: () => remove(item),
                        },
                      ],
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && checklist.length < MAX_CHECKLIST && (
        <form onSubmit={(event) => void add(event)} className="flex items-end gap-2">
          <div className="grow">
            <Field label={t('checklist.new')} hideLabel>
              <TextInput
                autoComplete="off"
                maxLength={300}
                placeholder={t('checklist.new')}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </Field>
          </div>
          <Button type="submit" icon={<Plus />} writes disabled={text.trim() === ''}>
            {t('checklist.add')}
          </Button>
        </form>
      )}
      <output className="sr-only">{announcement}</output>
    </PageSection>
  );
}
