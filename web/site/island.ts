/*
 * The script of studios' websites, of two kilobytes. Every page works without it: it adds the viewer of photos, frames
 * of allowed hosts, the menu that hides while scrolling down, and the contact form's proof of work. Without dynamic
 * imports, whose helper would come with the scripts of other pages.
 */
import { proveOnSubmit } from './island/contact.ts';
import { openPhotos } from './island/viewer.ts';

/** Pixels of scrolling that count as a change of direction. */
const SCROLL_PX = 8;

enhanceMenu();
openPhotos();
openFrames();
for (const form of document.querySelectorAll<HTMLFormElement>('.contact form')) proveOnSubmit(form);

/** Closes an open menu by Escape, a press beside it, or its own links; hides the header on the way down if the theme does. */
function enhanceMenu(): void {
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

/** Puts a frame instead of its link, once a visitor follows that. Nothing is requested before. */
function openFrames(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-frame]')) {
    box.querySelector('a')?.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const frame = document.createElement('iframe');
      // Before its address: a frame keeps the restrictions with which it began to load.
      frame.setAttribute('sandbox', box.dataset['sandbox'] ?? '');
      Object.assign(frame, { title: box.dataset['title'], allowFullscreen: true, referrerPolicy: 'origin' });
      frame.src = box.dataset['frame']!;
      box.replaceChildren(frame);
      frame.focus();
    });
  }
}
