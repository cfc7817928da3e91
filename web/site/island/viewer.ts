/** Pixels of a swipe to the next photo. */
const SWIPE_PX = 40;

/** Opens the photos of galleries in the page's dialog, with keys, buttons and swipes. */
export function openPhotos(): void {
  const viewer = document.querySelector<HTMLDialogElement>('.viewer');
  const [image, count] = [viewer?.querySelector('img'), viewer?.querySelector('output')];
  if (!viewer || !image || !count) return;
  let links: HTMLAnchorElement[] = [];
  let shown = 0;

  const show = (index: number) => {
    shown = (index + links.length) % links.length;
    const link = links[shown]!;
    const small = link.querySelector('img')!;
    image.sizes = '100vw';
    image.srcset = small.srcset;
    image.src = link.href;
    image.alt = small.alt;
    count.textContent = `${shown + 1} / ${links.length}`;
    // The next one is there before it is asked for.
    const next = links[(shown + 1) % links.length]?.querySelector('img');
    if (next && next !== small) Object.assign(new Image(), { sizes: '100vw', srcset: next.srcset });
  };

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-view]');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    links = [...link.closest('.photos')!.querySelectorAll<HTMLAnchorElement>('[data-view]')];
    for (const button of viewer.querySelectorAll<HTMLElement>('[type=button]')) button.hidden = links.length < 2;
    show(links.indexOf(link));
    viewer.showModal();
  });
  viewer.addEventListener('click', ({ target }) => {
    if (target === viewer || target === image) return viewer.close();
    const { value } = (target as Element).closest('button') ?? {};
    if (value === 'previous') show(shown - 1);
    if (value === 'next') show(shown + 1);
  });
  viewer.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(shown - 1);
    if (key === 'ArrowRight') show(shown + 1);
  });
  // The photo is not shown for a moment when another one opens.
  viewer.addEventListener('close', () => {
    image.removeAttribute('srcset');
    image.removeAttribute('src');
    links[shown]?.focus();
  });
  let start: number | null = null;
  viewer.addEventListener('touchstart', ({ touches }) => {
    start = touches.length === 1 ? touches[0]!.clientX : null;
  });
  viewer.addEventListener('touchend', (event) => {
    const moved = start === null ? 0 : event.changedTouches[0]!.clientX - start;
    if (Math.abs(moved) < SWIPE_PX || (visualViewport?.scale ?? 1) > 1.01) return;
    event.preventDefault();
    show(shown + (moved < 0 ? 1 : -1));
  });
}
