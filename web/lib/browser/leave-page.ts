/**
 * Leaves the page for an address. On a slow line the page stays for seconds: the button that was pressed remains busy, so
 * that a second press requests nothing. `onReturn` ends that when Back restores the page as it was.
 */
export function leavePage(url: string, onReturn: () => void): void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    // Also sent once by a page whose pictures are still on their way.
    if (!persisted) return;
    removeEventListener('pageshow', shown);
    onReturn();
  };
  addEventListener('pageshow', shown);
  location.assign(url);
}
