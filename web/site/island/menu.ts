/** Pixels of scrolling that count as a change of direction. */
const SCROLL_PX = 8;

/** Closes an open menu by Escape, a press beside it, or its own links; hides the header on the way down if the theme does. */
export function enhanceMenu(): void {
  const header = document.querySelector('.site-header');
  const menu = header?.querySelector('details');
  if (menu) {
    const close = () => {
      menu.open = false;
    };
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      close();
      menu.querySelector('summary')?.focus();
    });
    document.addEventListener('click', ({ target }) => {
      if (!menu.contains(target as Node) || (target as Element).closest('a')) close();
    });
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !menu.contains(relatedTarget as Node)) close();
    });
  }
  if (!header || !document.documentElement.matches('[data-look~=menu-autohide]')) return;
  let last = scrollY;
  addEventListener(
    'scroll',
    () => {
      if (Math.abs(scrollY - last) < SCROLL_PX) return;
      header.toggleAttribute('data-away', scrollY > last && scrollY > 0);
      last = scrollY;
    },
    { passive: true },
  );
}
