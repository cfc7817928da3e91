import { Ellipsis, ExternalLink, History, LayoutTemplate, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { pageState } from '#core/domain/site/page-state.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { useRowDrag } from '#web/components/ui/lists/row-drag.ts';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { paths, sitePageHref } from '#web/lib/paths.ts';
import { PublishButton } from '../publish/publish-button.tsx';
import { usePublicAddress } from '../publish/use-publishing.ts';
import { SiteStart } from '../start/site-start.tsx';
import { type DraftPage, isPost, useSite } from '../use-site.ts';
import { NewPageDialog } from './new-page-dialog.tsx';
import { PageItem } from './page-item.tsx';
import { usePageActions } from './use-page-actions.ts';

type Site = ReturnType<typeof useSite>;

/** The website: its pages and the posts of its journal; the looks to start with while there are none. */
export function PagesPage() {
  const { t } = useTranslation('website');
  const site = useSite();
  const { pages, live, isComplete } = site;
  const address = usePublicAddress();
  const navigate = useNavigate();
  const actions = usePageActions(pages, site.defaultPage);
  const [query, setQuery] = useSearchParams();
  const asked = query.get('new');
  const kind = asked === 'page' || asked === 'post' ? asked : null;
  const ask = (what: 'page' | 'post') => setQuery({ new: what }, { replace: true });
  const newPage = (
    <Button icon={<Plus />} writes onClick={() => ask('page')}>
      {t('pages.new.page')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        detail={
          live.length > 0 && (
            <a href={address} target="_blank" rel="noopener" className="inline-flex items-center gap-1.5">
              {address.replace(/^https?:\/\//, '')}
              <ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
            </a>
          )
        }
        actions={
          pages.length > 0 && (
            <>
              {newPage}
              <PublishButton onGo={(pageId, partId) => void navigate(sitePageHref(pageId), { state: { partId } })} />
            </>
          )
        }
        menu={pages.length > 0 && <PagesMenu />}
      />
      {pages.length > 0 ? (
        <Lists site={site} actions={actions} onNewPost={() => ask('post')} />
      ) : isComplete ? (
        <SiteStart onStarted={(homeId) => void navigate(sitePageHref(homeId))} />
      ) : (
        <LoadingPlaceholder className="h-60" />
      )}
      {kind && (
        <NewPageDialog
          kind={kind}
          taken={new Set(pages.map(({ path }) => path))}
          onCreate={async (page) => {
            const id = await actions.create(page);
            if (id) await navigate(sitePageHref(id));
          }}
          onClose={() => setQuery({}, { replace: true })}
        />
      )}
    </>
  );
}

interface ListsProps {
  site: Site;
  actions: ReturnType<typeof usePageActions>;
  onNewPost: () => void;
}

function Lists({ site, actions, onNewPost }: ListsProps) {
  const { t } = useTranslation('website');
  const address = usePublicAddress();
  const pages = site.pages.filter((page) => !isPost(page));
  const posts = site.pages.filter(isPost).toSorted(byDate);
  const common = (page: DraftPage) => ({
    page,
    state: pageState(page, site.live),
    isHome: page.path === site.defaultPage,
    liveHref: liveHref(site, page, address),
    actions,
  });
  return (
    <div className="flex flex-col gap-12">
      <PageSection title={t('pages.title')}>
        {pages.length > 0 ? (
          <OrderedPages pages={pages} common={common} move={actions.move} />
        ) : (
          <p className="text-soft">{t('pages.none')}</p>
        )}
      </PageSection>
      <PageSection
        title={t('journal.title')}
        action={
          <Button size="small" icon={<Plus />} writes onClick={onNewPost}>
            {t('pages.new.post')}
          </Button>
        }
      >
        {posts.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line">
            {posts.map((post) => (
              <PageItem key={post.id} {...common(post)} />
            ))}
          </ul>
        ) : (
          <p className="measure text-soft">{t('journal.empty')}</p>
        )}
      </PageSection>
    </div>
  );
}

function byDate(a: DraftPage, b: DraftPage): number {
  return (b.settings.date ?? b.updatedAt) - (a.settings.date ?? a.updatedAt);
}

/** The home page is at the address of the studio. */
function liveHref({ live, defaultPage }: Site, { id }: DraftPage, address: string): string | null {
  const path = live.find((page) => page.id === id)?.path;
  return path === undefined ? null : path === defaultPage ? address : `${address}/${path}`;
}

interface OrderedPagesProps {
  pages: readonly DraftPage[];
  common: (page: DraftPage) => Omit<Parameters<typeof PageItem>[0], 'order' | 'drag'>;
  move: ListsProps['actions']['move'];
}

/** Pages in the order of the menu, moved by handle, keys and menu. */
function OrderedPages({ pages, common, move }: OrderedPagesProps) {
  const { t } = useTranslation('website');
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const movePage = (id: string, beside: string, side: 'before' | 'after') => {
    const [from, at] = [id, beside].map((one) => pages.findIndex((page) => page.id === one)) as [number, number];
    const to = at + (side === 'after' ? 1 : 0) - (from < at ? 1 : 0);
    if (to === from) return;
    setSaid(t('moved', { name: pages[from]!.title, position: to + 1, count: pages.length }));
    void move(id, beside, side);
  };
  const { drag, onPointerDown } = useRowDrag({
    root: list,
    onDrop: (id, { id: beside, side }) => movePage(id, beside, side),
  });
  return (
    <>
      <ul ref={list} className="divide-y divide-line border-y border-line">
        {pages.map((page, index) => {
          const [before, after] = [pages[index - 1], pages[index + 1]];
          return (
            <PageItem
              key={page.id}
              {...common(page)}
              drag={drag}
              order={{
                up: before ? () => movePage(page.id, before.id, 'before') : null,
                down: after ? () => movePage(page.id, after.id, 'after') : null,
                onGrab: onPointerDown(page.id),
              }}
            />
          );
        })}
      </ul>
      <output className="sr-only">{said}</output>
    </>
  );
}

/** Further actions of the website. */
function PagesMenu() {
  const { t } = useTranslation(['looks', 'publishing']);
  const navigate = useNavigate();
  return (
    <Menu
      trigger={<IconButton label={t('over.more')} icon={<Ellipsis aria-hidden />} />}
      groups={[
        {
          items: [
            {
              label: t('publishing:releases.title'),
              icon: <History />,
              onSelect: () => void navigate(paths.siteReleases),
            },
            { label: t('over.title'), icon: <LayoutTemplate />, onSelect: () => void navigate(paths.siteLooks) },
          ],
        },
      ]}
    />
  );
}
