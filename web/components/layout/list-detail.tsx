import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useMatch, useNavigate, useOutlet, useResolvedPath } from 'react-router-dom';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { ListScroller } from '../ui/lists/list-scroller.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type PageRole, PageRoleProvider } from './list-detail-context.ts';

interface DetailRegionProps extends Required<Pick<PageRole, 'onHeading' | 'close'>> {
  /** Or a page of its own. */
  beside: boolean;
  children: ReactNode;
}

/** One row of a list, beside it: scrolls by itself, and Escape closes it. */
function DetailRegion({ beside, onHeading, close, children }: DetailRegionProps) {
  const headingId = useId();
  const part = useMemo<PageRole>(
    () => (beside ? { kind: 'detail', headingId, onHeading, close } : { kind: 'page' }),
    [beside, headingId, onHeading, close],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog or menu has closed itself by then, and is elsewhere in the document.
    if (event.key !== 'Escape' || event.defaultPrevented || isTyped(event.target)) return;
    if (event.currentTarget.contains(event.target as Node)) void close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape only; a button closes it, too
    <section
      {...(beside && { 'aria-labelledby': headingId, tabIndex: -1, onKeyDown })}
      className={beside ? 'relative overflow-y-auto overscroll-contain px-8 pt-4 pb-12 outline-none' : undefined}
    >
      <div className={beside ? 'max-w-[75rem]' : undefined}>
        <PageRoleProvider value={part}>
          {/* Neither what it still has to fetch nor what fails in it takes the list away. */}
          <ErrorBoundary headingId={beside ? headingId : undefined}>
            <Suspense fallback={<Skeleton className="mt-8 h-24" />}>{children}</Suspense>
          </ErrorBoundary>
        </PageRoleProvider>
      </div>
    </section>
  );
}

function isTyped(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])')
  );
}

/** Room for a detail beside its list: Tailwind's `xl`, 1,280 px. */
const WIDE_QUERY = '(min-width: 80rem)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE_QUERY);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE_QUERY).matches);
}

interface ListDetailProps {
  list: ReactNode;
  /** The address of a detail, with one parameter: its id. */
  detail: string;
}

/**
 * A list and, in its route's outlet, one of its rows: beside each other where there is room, else one page each. The
 * list stays as it is while another row is opened: its search is in the address, its ticks and its scrolling in place.
 */
export function ListDetail({ list, detail }: ListDetailProps) {
  const outlet = useOutlet();
  const wide = useIsWide();
  const { pathname } = useLocation();
  const id = Object.values(useMatch(detail)?.params ?? {})[0] ?? null;
  const beside = wide && outlet !== null;
  const listHeadingId = useId();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { closed, close } = useClose(id);
  const onHeading = useFocusDetailOnKeyboardOpen(scroller);
  useLayoutEffect(() => {
    // The row itself takes it from there, if the list still has it.
    if (closed) document.getElementById(listHeadingId)?.focus();
  }, [closed, listHeadingId]);
  const listPart = useMemo<PageRole>(
    () => ({
      kind: beside ? 'list' : 'page',
      headingId: listHeadingId,
      open: beside ? id : null,
      returned: closed,
    }),
    [beside, listHeadingId, id, closed],
  );
  return (
    <div
      {...(beside && { 'data-beside': true })}
      className={beside ? 'grid h-full grid-cols-[clamp(27rem,28%,30rem)_minmax(0,1fr)] grid-rows-1' : 'contents'}
    >
      {(wide || outlet === null) && (
        <section
          ref={setScroller}
          {...(beside && { 'aria-labelledby': listHeadingId })}
          className={
            // Positioned: what is for screen readers only would else make the window scroll.
            beside ? 'relative overflow-y-auto overscroll-contain border-r border-line pt-4 pr-4 pb-6 pl-12' : undefined
          }
        >
          <div>
            <ListScroller value={beside ? scroller : null}>
              <PageRoleProvider value={listPart}>{list}</PageRoleProvider>
            </ListScroller>
          </div>
        </section>
      )}
      {outlet && (
        <DetailRegion key={pathname} beside={beside} onHeading={onHeading} close={close}>
          {outlet}
        </DetailRegion>
      )}
    </div>
  );
}

/** Closing a detail, and which one was, as soon as the list is alone again. */
function useClose(id: string | null) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { pathname: home } = useResolvedPath('.');
  const [closing, setClosing] = useState<{ readonly id: string } | null>(null);
  // Whoever opens another one and goes back by the browser comes from that one.
  if (closing && id !== null && id !== closing.id) setClosing(null);
  const close = useCallback(
    async (options?: { replace?: boolean }) => {
      if (id !== null) setClosing({ id });
      await navigate(home + search, { ...options, preventScrollReset: true });
    },
    [id, home, search, navigate],
  );
  return { closed: id === null ? closing : null, close };
}

/** Who opens a row by keyboard goes on in what it opens; who points at it, or does something else there, in the list. */
function useFocusDetailOnKeyboardOpen(list: HTMLElement | null) {
  const byKeyboard = useRef(false);
  useEffect(() => {
    // A key's click has no count. A tick is such a click, too, and opens nothing; nor does a link's in a new tab.
    const look = ({ detail: count, target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const isOpening = target instanceof Element && target.closest('[data-index] a[href]') !== null;
      byKeyboard.current = count === 0 && isOpening && !(ctrlKey || metaKey || shiftKey);
    };
    list?.addEventListener('click', look);
    return () => list?.removeEventListener('click', look);
  }, [list]);
  return useCallback((heading: HTMLElement) => {
    if (byKeyboard.current) heading.focus();
    byKeyboard.current = false;
  }, []);
}
