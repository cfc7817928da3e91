import { clsx } from 'clsx';
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
  /** False: a page of its own. */
  beside: boolean;
  children: ReactNode;
}

/** The detail beside its list: scrolls separately and closes with Escape. */
function DetailRegion({ beside, onHeading, close, children }: DetailRegionProps) {
  const headingId = useId();
  const part = useMemo<PageRole>(
    () => (beside ? { kind: 'detail', headingId, onHeading, close } : { kind: 'page' }),
    [beside, headingId, onHeading, close],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog or menu has handled its Escape already, and is elsewhere in the document.
    if (event.key !== 'Escape' || event.defaultPrevented || isTyped(event.target)) return;
    if (event.currentTarget.contains(event.target as Node)) void close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape only; a button closes it, too
    <section
      {...(beside && { 'aria-labelledby': headingId, tabIndex: -1, onKeyDown })}
      className={beside ? 'relative overflow-y-auto overscroll-contain px-8 pt-4 pb-28 outline-none' : undefined}
    >
      {/* The margin of a placeholder stays inside. */}
      <div className={clsx('flow-root', beside && 'max-w-[75rem]')}>
        <PageRoleProvider value={part}>
          {/* Loading and errors of the detail keep the list on the screen. */}
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

/** Minimum width for a detail beside its list: Tailwind's `xl`, 1,280 px. */
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
  /** Route path of a detail, with one parameter: its id. */
  detail: string;
}

/**
 * Shows a list and the detail in its route's outlet side by side on wide screens, else one page each. The list keeps
 * its filters (in the address), selection and scroll position while another row opens.
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
    // The list moves the focus on to the row if the row still exists.
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
            // Positioned, since elements for screen readers only would otherwise make the window scroll. The space below
            // is the page's, so that opening a row at the end scrolls nothing.
            beside
              ? 'relative overflow-y-auto overscroll-contain border-r border-line pt-4 pr-4 pb-28 pl-12'
              : undefined
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

/** Closes a detail and returns the closed id once the list is alone again. */
function useClose(id: string | null) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { pathname: home } = useResolvedPath('.');
  const [closing, setClosing] = useState<{ readonly id: string } | null>(null);
  // Another detail is open: going back in the history returns to that one.
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

/** Moves the focus into a detail that was opened by keyboard; after a click the focus stays in the list. */
function useFocusDetailOnKeyboardOpen(list: HTMLElement | null) {
  const byKeyboard = useRef(false);
  useEffect(() => {
    // A click by key has `detail` 0. Checkboxes and links in a new tab fire such clicks too, but open no detail.
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
