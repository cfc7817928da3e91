/** Puts a frame instead of its link, once a visitor follows that. Nothing is requested before. */
export function openFrames(): void {
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
