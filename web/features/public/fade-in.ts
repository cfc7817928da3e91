const FADE_MS = 220;

/**
 * Lets a picture appear. An animation and not a transition: a transition's events climb through the whole page, three
 * for each picture, while somebody scrolls.
 */
export function fadeIn(picture: HTMLImageElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' });
}
