import { useEffect } from 'react';

/*
 * Replaces the package `react-style-singleton` (vite.config.ts), by which Radix dialogs lock the page's scrolling. The
 * package adds style elements, which the content security policy refuses; constructed style sheets need no exception.
 */

/** Adds a style sheet for its first user, and removes it with the last. */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(styles: string) {
      if (users++ > 0) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
    },
    remove() {
      if (--users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      sheet = null;
    },
  };
}

/** Returns a hook that shares one style sheet among all its users. */
export function styleHookSingleton() {
  const shared = stylesheetSingleton();
  return function useStyle(styles: string, isDynamic?: boolean): void {
    // As in the package: a change of styles has an effect only if they are dynamic.
    const changing = isDynamic ? styles : '';
    useEffect(() => {
      shared.add(styles);
      return () => shared.remove();
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first user's styles count
    }, [changing]);
  };
}

/** Returns a component of the hook. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic);
    return null;
  };
}
