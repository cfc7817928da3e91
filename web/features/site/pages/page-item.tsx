import { clsx } from 'clsx';
import {
  ArrowDown,
  ArrowUp,
  Copy,
  Ellipsis,
  ExternalLink,
  GripVertical,
  House,
  Menu as MenuIcon,
  Trash2,
} from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PageState } from '#core/domain/site/page-state.ts';
import { pageLanguages } from '#core/domain/site/pages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { DROP_LINE, type RowDrag } from '#web/components/ui/lists/row-drag.ts';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { sitePageHref } from '#web/lib/paths.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { type DraftPage, isPost } from '../use-site.ts';
import type { usePageActions } from './use-page-actions.ts';

const TONES: Readonly<Record<PageState, Tone>> = { new: 'neutral', changed: 'accent', live: 'success' };

interface PageItemProps {
  page: DraftPage;
  state: PageState;
  isHome: boolean;
  /** Address at which visitors see the page; null for one that is not published. */
  liveHref: string | null;
  actions: ReturnType<typeof usePageActions>;
  /** Moves the page up or down in its list; null at its ends. Without a list's order there is no handle. */
  order?: undefined | { up: (() => void) | null; down: (() => void) | null; onGrab: (event: PointerEvent) => void };
  drag?: RowDrag | null;
}

/** A page or post in its list. */
export function PageItem({ page, state, isHome, liveHref, actions, order, drag = null }: PageItemProps) {
  const { t } = useTranslation('website');
  const { language } = useAccount();
  const format = useFormat();
  const languages = pageLanguages(page.settings, language);
  const facts = isPost(page)
    ? [page.settings.date === undefined ? t('pages.noDate') : format.day(page.settings.date)]
    : [isHome ? t('pages.home') : `/${page.path}`, t(page.settings.menu ? 'pages.inMenu' : 'pages.notInMenu')];
  if (languages.length > 1) facts.push(languages.map((one) => one.toUpperCase()).join(' · '));
  return (
    <li
      data-drag-id={page.id}
      className={clsx(
        'relative flex min-h-16 items-center gap-1 py-2 has-[a:hover]:bg-hover',
        drag?.id === page.id && 'opacity-40',
        drag?.over?.id === page.id && DROP_LINE[drag.over.side],
      )}
    >
      {order && <Handle name={page.title} {...order} />}
      <div className="min-w-0 grow pl-2">
        <p className="flex items-center gap-2 font-medium">
          {isHome && <House aria-hidden className="size-4 shrink-0 text-soft" strokeWidth={1.75} />}
          <Link to={sitePageHref(page.id)} className="row-link truncate">
            {page.title}
          </Link>
        </p>
        <p className="truncate text-caption text-soft">{facts.join(' · ')}</p>
        <div className="md:hidden">
          <Tag tone={TONES[state]}>{t(`pages.states.${state}`)}</Tag>
        </div>
      </div>
      <div className="shrink-0 px-2 max-md:hidden">
        <Tag tone={TONES[state]}>{t(`pages.states.${state}`)}</Tag>
      </div>
      <div className="relative z-10 shrink-0">
        <PageMenu page={page} isHome={isHome} liveHref={liveHref} actions={actions} order={order} />
      </div>
    </li>
  );
}

type Order = NonNullable<PageItemProps['order']>;

function Handle({ name, up, down, onGrab }: Order & { name: string }) {
  const { t } = useTranslation('website');
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? up : event.key === 'ArrowDown' ? down : null;
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <IconButton
      label={t('pages.moveNamed', { name })}
      icon={<GripVertical aria-hidden />}
      writes
      onKeyDown={onKeyDown}
      onPointerDown={onGrab}
      className="relative z-10 cursor-grab touch-none text-soft"
    />
  );
}

function PageMenu({ page, isHome, liveHref, actions, order }: Omit<PageItemProps, 'state' | 'drag'>) {
  const { t } = useTranslation(['website', 'common']);
  const { role } = useAccount();
  const writable = useWritable();
  const inMenu = page.settings.menu === true;
  const canBeHome = !isPost(page) && !isHome && can(role, 'site.publish');
  return (
    <Menu
      trigger={<IconButton label={t('common:moreFor', { name: page.title })} icon={<Ellipsis aria-hidden />} />}
      groups={[
        {
          items: [
            ...(liveHref === null
              ? []
              : [
                  {
                    label: t('pages.open'),
                    icon: <ExternalLink />,
                    onSelect: () => void window.open(liveHref, '_blank', 'noopener'),
                  },
                ]),
            { label: t('pages.duplicate'), icon: <Copy />, writes: true, onSelect: () => void actions.duplicate(page) },
            ...(isPost(page)
              ? []
              : [
                  {
                    label: t(inMenu ? 'pages.leaveMenu' : 'pages.putInMenu'),
                    icon: <MenuIcon />,
                    writes: true,
                    onSelect: () => void actions.setInMenu(page, !inMenu),
                  },
                ]),
            ...(canBeHome
              ? [
                  {
                    label: t('pages.makeHome'),
                    icon: <House />,
                    writes: true,
                    onSelect: () => void actions.setHome(page),
                  },
                ]
              : []),
          ],
        },
        ...(order
          ? [
              {
                items: [
                  { label: t('up'), icon: <ArrowUp />, disabled: !order.up || !writable, onSelect: () => order.up?.() },
                  {
                    label: t('down'),
                    icon: <ArrowDown />,
                    disabled: !order.down || !writable,
                    onSelect: () => order.down?.(),
                  },
                ],
              },
            ]
          : []),
        {
          items: [
            {
              label: t('pages.delete'),
              icon: <Trash2 />,
              tone: 'danger',
              writes: true,
              onSelect: () => void actions.remove(page),
            },
          ],
        },
      ]}
    />
  );
}
