// Renews the image token of a page of a studio's website, which lives for five minutes, so that pictures further down
// still load. Each answer with the page sets it again; the page is cached at the edge, so this costs no rendering.
(function () {
  var renewed = Date.now();
  function renew() {
    if (document.hidden || Date.now() - renewed < 200000) return;
    renewed = Date.now();
    fetch(location.href, { cache: 'no-store' }).catch(function () {});
  }
  setInterval(renew, 60000);
  document.addEventListener('visibilitychange', renew);
})();
