import { Plus } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#web/lib/browser/use-media.ts';
import { CanvasHeading, isHeading, lookOf } from './canvas-heading.tsx';
import { useEditor, WIDE } from './editor-context.ts';
import { findPart } from './parts.ts';
import { elementsOf, markOf, partAt, type Rect, rectOf } from './preview-rects.ts';

/** Space in pixels around a part that is scrolled into view. */
const MARGIN = 40;

/** The editor's own token for a frame in the preview, whose tokens are the studio's. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);

interface Frames {
  selected: Rect | null;
  /** Styles of the selected part; the last ones while nothing of it is drawn. */
  look: CSSProperties;
  hovered: Rect | null;
  /** Edges of the row at hand, where a section can be added. */
  row: { id: string; before: string | null; rect: Rect } | null;
  scale: number;
}
const NONE: Frames = { selected: null, look: {}, hovered: null, row: null, scale: 1 };

/**
 * Frames around the selected and the hovered part, drawn into the preview's document: there they scroll with the page. A
 * press selects the part below it; the page itself is inert. On wide windows a heading is written where it is pressed; on
 * a phone the sheet with its fields opens over it.
 */
export function PreviewOverlay() {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { rows, selected, select, edit, written, setWritten, actions } = editor;
  const layer = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [frames, setFrames] = useState(NONE);
  const isWide = useMedia(WIDE);
  const heading = written === selected ? findPart(rows, written) : null;

  const measure = useEffectEvent(() => {
    const inside = layer.current?.ownerDocument;
    const view = inside?.defaultView;
    if (!inside || !view?.frameElement) return;
    const rect = (id: string | null) => {
      const mark = id === null ? null : markOf(inside, id);
      return mark && rectOf(mark);
    };
    const scale = view.frameElement.getBoundingClientRect().width / view.innerWidth || 1;
    const row = findPart(rows, hovered ?? selected)?.row;
    const rowRect = row ? rect(row.id) : null;
    const before = row ? (rows[rows.indexOf(row) - 1]?.id ?? null) : null;
    const mark = selected === null ? null : markOf(inside, selected);
    const [drawn] = mark ? elementsOf(mark) : [];
    setFrames((last) => ({
      selected: rect(selected),
      look: drawn && drawn !== mark ? lookOf(drawn) : last.look,
      hovered: hovered === selected ? null : rect(hovered),
      row: row && rowRect ? { id: row.id, before, rect: rowRect } : null,
      scale,
    }));
  });
  // First: it opens what the frames are measured around.
  useReveal(layer, selected);
  useEffect(() => measure(), [rows, selected, hovered]);
  useEffect(() => {
    const inside = layer.current!.ownerDocument;
    const observer = new ResizeObserver(() => measure());
    // The body is at least as high as the window: only its content tells of every change.
    for (const element of [inside.documentElement, inside.querySelector('main')])
      if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [rows]);

  const pressed = useEffectEvent((event: MouseEvent) => {
    const inside = layer.current?.ownerDocument;
    if (!inside || layer.current?.contains(event.target as Node)) return;
    const id = partAt(inside, event.clientX, event.clientY);
    select(id);
    const found = findPart(rows, id);
    if (isWide && found?.kind === 'block' && isHeading(found.part)) setWritten(id);
    else if (id && event.detail === 2) edit(id);
  });
  const pointed = useEffectEvent((event: PointerEvent) => {
    const inside = layer.current?.ownerDocument;
    if (!inside || event.pointerType === 'touch' || layer.current?.contains(event.target as Node)) return;
    setHovered(partAt(inside, event.clientX, event.clientY));
  });
  useEffect(() => {
    const inside = layer.current!.ownerDocument;
    const leave = () => setHovered(null);
    inside.addEventListener('click', pressed);
    inside.addEventListener('pointermove', pointed);
    inside.documentElement.addEventListener('pointerleave', leave);
    return () => {
      inside.removeEventListener('click', pressed);
      inside.removeEventListener('pointermove', pointed);
      inside.documentElement.removeEventListener('pointerleave', leave);
    };
  }, []);

  const style = { '--edit': token('--accent'), '--on-edit': token('--on-accent'), '--scale': frames.scale };
  return (
    <div ref={layer} className="edit-layer" style={style as CSSProperties}>
      {frames.hovered && <div className="edit-frame" data-is="hover" style={frames.hovered} />}
      {frames.selected && <div className="edit-frame" style={frames.selected} />}
      {frames.selected && heading?.kind === 'block' && isHeading(heading.part) && (
        <CanvasHeading
          key={`${heading.part.id} ${editor.language}`}
          block={heading.part}
          rect={frames.selected}
          look={frames.look}
          onDone={() => setWritten(null)}
        />
      )}
      {frames.row &&
        [
          { after: frames.row.before, top: frames.row.rect.top },
          { after: frames.row.id, top: frames.row.rect.top + frames.row.rect.height },
        ].map(({ after, top }) => (
          <button
            key={after ?? 'first'}
            type="button"
            tabIndex={-1}
            aria-label={t('add.section')}
            title={t('add.section')}
            className="edit-add"
            style={{ top, left: frames.row!.rect.left + frames.row!.rect.width / 2 }}
            onClick={() => actions.addSection(after)}
          >
            <Plus aria-hidden />
          </button>
        ))}
    </div>
  );
}

/** Scrolls the preview to a part that was selected elsewhere, and opens what hides its texts. */
function useReveal(layer: { current: HTMLElement | null }, selected: string | null): void {
  const reveal = useEffectEvent(() => {
    const inside = layer.current?.ownerDocument;
    const view = inside?.defaultView;
    const mark = inside && selected !== null ? markOf(inside, selected) : null;
    if (!view || !mark) return;
    for (const details of elementsOf(mark).flatMap((element) => [...element.querySelectorAll('details')])) {
      details.open = true;
    }
    const rect = rectOf(mark);
    if (!rect) return;
    const [from, to] = [view.scrollY, view.scrollY + view.innerHeight];
    const isSeen = rect.top >= from && Math.min(rect.top + rect.height, rect.top + MARGIN * 4) <= to;
    if (isSeen) return;
    const behavior = view.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    view.scrollTo({ top: Math.max(0, rect.top - MARGIN), behavior });
  });
  useEffect(() => reveal(), [selected]);
  useEffect(() => {
    // A sheet that opens below the preview may cover the part.
    const view = layer.current?.ownerDocument.defaultView;
    view?.addEventListener('resize', reveal);
    return () => view?.removeEventListener('resize', reveal);
  }, [layer]);
}
