// Starts the scripts of a page that the server has rendered, after its first paint: on a slow line they would take their
// share from styles and pictures. The page function leaves them in a template (functions/page/render.ts).
(function () {
  function start() {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
    else document.head.append(document.getElementById('scripts').content);
  }
  // A page in the background paints nothing.
  if (document.hidden) start();
  else
    requestAnimationFrame(function () {
      setTimeout(start);
    });
})();
