import { createContext, use } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Role of a screen at the moment: a page of its own, or the list or detail of a pair side by side. */
export interface PageRole {
  kind: 'page' | 'list' | 'detail';
  /** Id of the heading that names the part. */
  headingId?: string;
  /** Called when the heading is mounted and on each navigation: moves the focus to it after keyboard navigation. */
  onHeading?: (heading: HTMLElement) => void;
  /** List only: id of the open detail. */
  open?: string | null;
  /** List only: id of the row that gets the focus after its detail was closed; a new object on each close. */
  returned?: { readonly id: string } | null;
  /** Detail only: closes it and keeps the list as it is. */
  close?: (options?: { replace?: boolean }) => Promise<void>;
}

const PAGE: PageRole = { kind: 'page' };
const PageRoleContext = createContext(PAGE);

export const PageRoleProvider = PageRoleContext.Provider;

export function usePageRole(): PageRole {
  return use(PageRoleContext);
}

/** Returns the list's path with its current filters, which the paths of its details keep. */
export function useListHref(list: string): string {
  return list + useLocation().search;
}

/** Returns a function that goes back from a deleted detail to its list. */
export function useLeaveDetail(list: string): (options?: { replace?: boolean }) => Promise<void> {
  const { close } = usePageRole();
  const navigate = useNavigate();
  const href = useListHref(list);
  return close ?? (async (options) => navigate(href, options));
}
