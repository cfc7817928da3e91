import { createContext, use } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a page's component is at the moment: a page of its own, or one of two that stand beside each other. */
export interface PageRole {
  kind: 'page' | 'list' | 'detail';
  /** Of its heading, which names it. */
  headingId?: string;
  /** Called by the heading once it is there, and at every address after that: who comes by keyboard is led to it. */
  onHeading?: (heading: HTMLElement) => void;
  /** Of a list: the id whose detail is open beside it. */
  open?: string | null;
  /** Of a list: the id whose row gets the focus, since its detail was closed; new with every closing. */
  returned?: { readonly id: string } | null;
  /** Of a detail: leaves the list alone, as it is. */
  close?: (options?: { replace?: boolean }) => Promise<void>;
}

const PAGE: PageRole = { kind: 'page' };
const PageRoleContext = createContext(PAGE);

export const PageRoleProvider = PageRoleContext.Provider;

export function usePageRole(): PageRole {
  return use(PageRoleContext);
}

/** A list's address with what it was narrowed to, which its details' addresses carry along. */
export function useListHref(list: string): string {
  return list + useLocation().search;
}

/** Leads from a detail back to its list: what was shown is gone. */
export function useLeaveDetail(list: string): (options?: { replace?: boolean }) => Promise<void> {
  const { close } = usePageRole();
  const navigate = useNavigate();
  const href = useListHref(list);
  return close ?? (async (options) => navigate(href, options));
}
