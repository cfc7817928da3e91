import { clsx } from 'clsx';
import { MessageSquare, Plus, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { unresolvedThreads } from '#web/lib/comments/threads.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { Proofing } from '../use-proofing.ts';
import { COMMENTS } from '../view.ts';
import { STATE_TONES, useListName } from './list-labels.ts';
import { type ListSummary, targetOf } from './list-summary.ts';

interface ListRailProps {
  proofing: Proofing;
  /** Id of the shown list, or `comments`. */
  current: string;
  onShow: (id: string) => void;
  /** Null for members who may not. */
  onNew: (() => void) | null;
  onPeople: (() => void) | null;
}

/** Lists of a gallery: selections, favourites by person, comments. On small screens a select. */
export function ListRail({ proofing, current, onShow, onNew, onPeople }: ListRailProps) {
  const { t } = useTranslation('proofing');
  const format = useFormat();
  const { summaries, comments, nameOf } = proofing;
  const listName = useListName(nameOf);
  const progress = ({ list, count }: ListSummary) => {
    const target = targetOf(list);
    return target === null ? format.number(count) : t('progress.of', { count, target: format.number(target) });
  };
  const groups = [
    { title: t('lists.selections'), lists: summaries.filter(({ list }) => list.kind === 'selection') },
    { title: t('lists.favourites'), lists: summaries.filter(({ list }) => list.kind === 'favourites') },
  ].filter(({ lists }) => lists.length > 0);
  const open = unresolvedThreads(comments).length;
  const options = [
    ...summaries.map((one) => ({ value: one.list.id, label: `${listName(one.list)} · ${progress(one)}` })),
    ...(comments.length > 0 ? [{ value: COMMENTS, label: `${t('comments.title')} · ${format.number(open)}` }] : []),
  ];
  return (
    <nav aria-label={t('lists.label')} className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-6 lg:self-start">
      <div className="flex flex-wrap gap-2 lg:flex-col lg:items-stretch">
        {onNew && (
          <Button size="small" icon={<Plus />} onClick={onNew} className="max-lg:grow">
            {t('lists.new')}
          </Button>
        )}
        {onPeople && (
          <Button size="small" variant="quiet" icon={<Users />} onClick={onPeople} className="max-lg:grow">
            {t('people.title')}
          </Button>
        )}
      </div>
      <div className="lg:hidden">
        <Field label={t('lists.choose')}>
          <Select value={current} options={options} onChange={({ target }) => onShow(target.value)} />
        </Field>
      </div>
      <div className="flex flex-col gap-6 max-lg:hidden">
        {groups.map(({ title, lists }) => (
          <RailGroup key={title} title={title}>
            {lists.map((one) => (
              <RailItem key={one.list.id} isCurrent={one.list.id === current} onShow={() => onShow(one.list.id)}>
                {one.list.ownerPersonId && <PersonMark {...nameOf(one.list.ownerPersonId)} size="small" />}
                <span className="min-w-0 grow">
                  <span className="block truncate">{listName(one.list)}</span>
                  {one.list.kind === 'selection' && <Tag tone={STATE_TONES[one.state]}>{t(`status.${one.state}`)}</Tag>}
                </span>
                <span data-figures className="shrink-0 text-caption text-soft">
                  {progress(one)}
                </span>
              </RailItem>
            ))}
          </RailGroup>
        ))}
        {comments.length > 0 && (
          <ul>
            <RailItem isCurrent={current === COMMENTS} onShow={() => onShow(COMMENTS)}>
              <MessageSquare aria-hidden className="size-4 text-soft" strokeWidth={1.75} />
              <span className="grow">{t('comments.title')}</span>
              {open > 0 && (
                <span data-figures className="text-caption text-soft">
                  <span aria-hidden>{format.number(open)}</span>
                  <span className="sr-only">{t('comments.unresolved', { count: open })}</span>
                </span>
              )}
            </RailItem>
          </ul>
        )}
      </div>
    </nav>
  );
}

function RailGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <h2 id={id} className="px-3 text-caption text-soft">
        {title}
      </h2>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}

interface RailItemProps {
  isCurrent: boolean;
  onShow: () => void;
  children: ReactNode;
}

function RailItem({ isCurrent, onShow, children }: RailItemProps) {
  return (
    <li>
      <button
        type="button"
        {...(isCurrent && { 'aria-current': 'true' as const })}
        onClick={onShow}
        className={clsx(
          'flex min-h-control w-full items-center gap-3 rounded-control px-3 py-1.5 text-left transition-colors hover:bg-hover',
          isCurrent && 'bg-hover font-medium',
        )}
      >
        {children}
      </button>
    </li>
  );
}
