// Requests a gallery's access while the page's script loads, so that the first picture waits for neither script nor
// texts (design/quality.md, bar 12). The page function supplies the gallery and its cover; the page's script uses the
// response (web/features/public/shell/early-fetch.ts).
(function () {
  // A cached page script may have run already.
  if (window.earlyFetch === null) return;
  var given = document.currentScript.dataset;
  var path = '/api/p/' + given.gallery + '/galleries/verify';
  var answer = fetch(path, { method: 'POST', headers: { 'X-Channel': 'public' } });
  window.earlyFetch = { path: path, answer: answer };
  answer
    .then(function (response) {
      return response.ok ? response.clone().json() : null;
    })
    .then(function (door) {
      if (!door || door.access !== 'granted' || !given.cover) return;
      var link = document.createElement('link');
      link.rel = 'preload';
      link.as = 'image';
      link.imageSrcset = given.cover;
      link.imageSizes = '100vw';
      document.head.append(link);
    })
    .catch(function () {
      // No network, or no valid response: the page's script requests it again and shows the error.
    });
})();
