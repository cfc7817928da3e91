import { useRef } from 'react';

/**
 * Handlers for a dialog that is opened by state and not by a Radix trigger: Radix would then leave the focus on the
 * body. Spread them into its Content.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      opener.current?.focus();
    },
  };
}

/** An item of a menu is gone when the dialog closes: its menu's button is what opened the dialog. */
function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button ?? (active instanceof HTMLElement ? active : null);
}
