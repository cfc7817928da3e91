// Checks the browser, sets the theme before the first paint, keeps forms for the page's script, and reloads a page
// that was left before that script ran. A separate file, because the CSP allows no inline script; a classic blocking one,
// because a module would run after the paint.

// Shows the server's notice (functions/page/browser-notice.ts) in a browser that lacks what the page needs
// (core/domain/values/browser-floors.ts), and in one that cannot parse a script of ours.
(function () {
  var needs = document.querySelector('meta[name=needs]');
  if (!needs) return;
  function has(path) {
    return path.split('.').reduce(function (found, name) {
      return found && found[name];
    }, window);
  }
  function show() {
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', show);
      return;
    }
    var notice = document.getElementById('browser-notice');
    var photos = document.getElementById('plain-photos');
    var root = document.getElementById('root');
    if (!notice || !root) return;
    notice.hidden = false;
    root.hidden = !notice.hasAttribute('data-keeps-page');
    // With scripting the content of a noscript element is text.
    if (photos && photos.tagName === 'NOSCRIPT')
      photos.outerHTML = '<div id="plain-photos">' + photos.textContent + '</div>';
  }
  addEventListener('unsupported', show);
  addEventListener('error', function (event) {
    if (event.error instanceof SyntaxError && /\/assets\/[^/]+\.js/.test(event.filename)) show();
  });
  if (needs.content.split(' ').every(has)) return;
  // Scripts that follow would fail at unknown lines.
  var policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'none'";
  document.head.appendChild(policy);
  show();
})();

// Mirrors web/lib/theme/theme.tsx.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('vite-ui-theme');
  } catch {
    // Storage may be refused (private windows, embedded browsers): use the system's preference.
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches;
  var theme = stored === 'light' || stored === 'dark' ? stored : dark ? 'dark' : 'light';
  // The scheme of a gallery, which the server writes, comes first.
  var scheme = document.documentElement.dataset.scheme;
  if (scheme) theme = scheme;
  document.documentElement.dataset.theme = theme;
  // A theme chosen on this device also colours the browser's bars. The page has one colour for each theme, light first.
  var bars = document.querySelectorAll('meta[name=theme-color]');
  var color = bars.length === 2 && bars[theme === 'dark' ? 1 : 0].content;
  bars.forEach(function (meta) {
    if ((stored || scheme) && color) meta.content = color;
  });
  // A form that waits for the page's script is sent once that runs (web/lib/browser/server-form.ts).
  addEventListener(
    'submit',
    function (event) {
      var form = event.target;
      if (!form.hasAttribute('data-waiting')) return;
      event.preventDefault();
      form.dataset.waiting = 'sent';
      form.setAttribute('aria-busy', 'true');
    },
    true,
  );
  // WebKit cancels the loads of a page that is left and keeps the page for Back, where its script would never run. Another
  // step through the history cancels the reload: it is tried again as in web/lib/browser/page-cache.ts.
  addEventListener('pageshow', function (event) {
    var navigation = performance.getEntriesByType('navigation')[0];
    if (!event.persisted || !navigation || navigation.loadEventEnd) return;
    location.reload();
    setInterval(function () {
      location.reload();
    }, 10000);
  });
})();
