import { type CSSProperties, Fragment, type ReactNode } from 'react';
import type { SitePageData } from '#core/api/site-page.ts';
import type { Block, Cell, Row, RowLook } from '#core/domain/pages.ts';
import { photosOf } from './blocks/block-photos.ts';
import { PostDate } from './blocks/business-blocks.tsx';
import { SiteBlock } from './blocks.tsx';
import { type Frame, sizesOf, sourcesOf } from './photo.tsx';
import { SITE_TEXTS } from './texts.ts';

/*
 * A page of a studio's website, without hooks and scripts: the page function renders it to static HTML, the editor draws
 * its preview with it.
 */

/** Draws a mark before a part of the page: the editor finds the part in the document by it. */
export type MarkPart = (part: Row | Cell | Block) => ReactNode;

/** @param mark of the editor's preview; visitors' pages have none */
export function SitePage({ data, mark }: { data: SitePageData; mark?: MarkPart }) {
  const { page, language } = data;
  const texts = SITE_TEXTS[language];
  const firstId = firstPhotoBlock(data)?.block.id;
  const hasTitle = page.rows.some((row) => blocksOf(row).some(({ kind, level }) => kind === 'heading' && level === 1));
  const isPost = page.settings.kind === 'post';
  return (
    <div className="site">
      <a href="#content" className="skip">
        {texts.skip}
      </a>
      <SiteHeader data={data} />
      <main id="content">
        {isPost ? (
          <header className="post">
            <h1>{page.title}</h1>
            {page.settings.date !== undefined && <PostDate data={data} date={page.settings.date} />}
          </header>
        ) : (
          !hasTitle && <h1 className="hidden">{page.title}</h1>
        )}
        {page.rows.map((row) => (
          <SiteRow key={row.id} data={data} row={row} firstId={firstId} mark={mark} />
        ))}
      </main>
      <SiteFooter data={data} />
    </div>
  );
}

function blocksOf(row: Row) {
  return row.cells.flatMap(({ blocks }) => blocks);
}

/** The look was validated where the page was loaded. */
const lookOf = (row: Row) => row.look as RowLook;

function frameOf(row: Row, span: number): Frame {
  return { span, width: lookOf(row).width ?? 'standard' };
}

/** Finds the first block with a photo among the page's first rows, which a visitor sees first. */
function firstPhotoBlock(data: SitePageData) {
  for (const row of data.page.rows.slice(0, 2)) {
    for (const { span, blocks } of row.cells) {
      for (const block of blocks) {
        const [shown] = photosOf(data, block);
        if (shown) return { block, photo: shown.photo, frame: frameOf(row, span) };
      }
    }
  }
  return null;
}

/** Returns the sources of the page's first photo, which the head preloads; null without one. */
export function firstPhoto(data: SitePageData): { srcSet: string; sizes: string } | null {
  const first = firstPhotoBlock(data);
  if (!first) return null;
  const columns = first.block.kind === 'gallery' ? Number(first.block['columns'] ?? 3) : 1;
  const { srcSet } = sourcesOf(first.photo);
  return { srcSet, sizes: sizesOf(first.frame, columns) };
}

interface SiteRowProps {
  data: SitePageData;
  row: Row;
  firstId: string | undefined;
  mark: MarkPart | undefined;
}

function SiteRow({ data, row, firstId, mark }: SiteRowProps) {
  const { background = 'plain', width = 'standard', spacing = 'medium', align = 'top' } = lookOf(row);
  const names = ['row', `ground-${background}`, `width-${width}`, `spacing-${spacing}`, `place-${align}`];
  return (
    <section className={names.join(' ')}>
      {mark?.(row)}
      <div className="cells">
        {row.cells.map((cell) => (
          <div key={cell.id} className="cell" style={{ '--span': cell.span } as CSSProperties}>
            {mark?.(cell)}
            {cell.blocks.map((block) => (
              <Fragment key={block.id}>
                {mark?.(block)}
                <SiteBlock data={data} block={block} frame={frameOf(row, cell.span)} first={block.id === firstId} />
              </Fragment>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function SiteHeader({ data }: { data: SitePageData }) {
  const { studio, base, menu, language } = data;
  return (
    <header className="site-header">
      <a href={data.hrefs['home'] ?? base} className="site-name">
        {studio.logoUrl ? <img src={studio.logoUrl} alt={studio.name} /> : studio.name}
      </a>
      {menu.length > 0 && (
        <>
          <SiteMenu data={data} className="menu-wide" />
          <details className="menu-narrow">
            <summary>{SITE_TEXTS[language].menu}</summary>
            <SiteMenu data={data} />
          </details>
        </>
      )}
    </header>
  );
}

function SiteMenu({ data: { menu, page, language }, className }: { data: SitePageData; className?: string }) {
  return (
    <nav aria-label={SITE_TEXTS[language].menu} className={className}>
      <ul>
        {menu.map(({ id, title, href }) => (
          <li key={id}>
            <a href={href} aria-current={id === page.id ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SiteFooter({ data }: { data: SitePageData }) {
  const { studio, languages, language } = data;
  const texts = SITE_TEXTS[language];
  return (
    <footer className="site-footer">
      <p>
        <span>{studio.name}</span>
        {studio.email && <a href={`mailto:${studio.email}`}>{studio.email}</a>}
      </p>
      {languages.length > 1 && (
        <nav aria-label={texts.languages}>
          <ul>
            {languages.map((one) => (
              <li key={one.language}>
                <a
                  href={one.href}
                  lang={one.language}
                  hrefLang={one.language}
                  aria-current={one.language === language ? 'true' : undefined}
                >
                  {texts.names[one.language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {studio.privacyNotice && (
        <details>
          <summary>{texts.privacy}</summary>
          <p className="lines">{studio.privacyNotice}</p>
        </details>
      )}
    </footer>
  );
}
