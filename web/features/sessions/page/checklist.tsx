import { ArrowDown, ArrowUp, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { MAX_CHECKLIST, type ChecklistItem } from '#core/domain/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import { useStore } from '#web/lib/store.tsx';
import type { SessionRow } from '../session-rows.ts';
import { moveItem } from './moved-by.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';

/** What is not to be forgotten: ticked, put in order (Alt with the arrow keys), taken out. */
export function Checklist({ session: { id, checklist } }: { session: SessionRow }) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const { writable } = useStore();
  const act = useMutation();
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const mayWrite = can(role, 'sessions.note');
  const set = (next: readonly ChecklistItem[], undoable?: string) => {
    const write = (items: readonly ChecklistItem[], base: readonly ChecklistItem[]) =>
      mutators.sessions.setChecklist({ id, checklist: [...items], base: [...base], now: Date.now() });
    return act(write(next, checklist), undoable ? { done: undoable, undo: () => write(checklist, next) } : {});
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
    setSaid(t('checklist.moved', { text: item.text, place: next.indexOf(item) + 1, total: next.length }));
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
                          disabled: !writable || index === 0,
                          onSelect: () => move(item, -1),
                        },
                        {
                          label: t('checklist.down'),
                          icon: <ArrowDown />,
                          shortcut: 'Alt ↓',
                          disabled: !writable || index === checklist.length - 1,
                          onSelect: () => move(item, 1),
                        },
                      ],
                    },
                    {
                      items: [
                        {
                          label: t('checklist.remove'),
                          icon: <Trash2 />,
                          disabled: !writable,
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
          <Button type="submit" icon={<Plus />} disabled={!writable || text.trim() === ''}>
            {t('checklist.add')}
          </Button>
        </form>
      )}
      <output className="sr-only">{said}</output>
    </PageSection>
  );
}
