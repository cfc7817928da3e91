// Knocks at a gallery's door while the page's script is still on its way, so that the first picture waits for neither
// script nor texts (design/quality.md, bar 12). The page function names the gallery and its cover; the script itself
// takes the answer up (web/features/public/shell/early-fetch.ts).
(function () {
  // From the browser's cache the page's script may be there first.
  if (window.headStart === null) return;
  var given = document.currentScript.dataset;
  var path = '/api/p/' + given.gallery + '/galleries/verify';
  var answer = fetch(path, { method: 'POST', headers: { 'X-Channel': 'public' } });
  window.headStart = { path: path, answer: answer };
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
      // No network, or no answer of ours: the page's script asks again, and says so.
    });
})();
