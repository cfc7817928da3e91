// Asks visitors of a studio's website, on its own domain, whether the studio's own script may run, and runs it
// only then (docs/decisions/studio-code.md). The answer stays in this browser; other hosts ask again. Before the first run, what pages of galleries and
// bookings may have left on this domain is deleted, so that the script finds nothing of them.
(function () {
  var KEY = 'site-consent';
  var bar = document.getElementById('consent');
  var again = document.getElementById('consent-again');
  var accepted = 'accepted ' + bar.dataset.hosts;
  var accepting = 'accepting ' + bar.dataset.hosts;

  function read() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }
  function write(value) {
    try {
      localStorage.setItem(KEY, value);
    } catch {
      // Without storage the page asks again.
    }
  }
  async function clear() {
    for (var cache of self.caches ? await caches.keys() : []) await caches.delete(cache);
    // A later `open` waits until it is deleted, which an ending worker may hold up.
    for (var one of indexedDB.databases ? await indexedDB.databases() : []) indexedDB.deleteDatabase(one.name);
    localStorage.clear();
    sessionStorage.clear();
  }
  function run() {
    var script = document.createElement('script');
    script.src = bar.dataset.script;
    document.head.append(script);
  }
  // A worker stays, and registers again, as long as a page of its own is open: after a reload this page is none.
  async function accept() {
    var workers = navigator.serviceWorker ? await navigator.serviceWorker.getRegistrations() : [];
    for (var worker of workers) await worker.unregister();
    if (workers.length > 0) {
      write(accepting);
      location.reload();
      return;
    }
    // If this fails, the script does not run.
    await clear();
    write(accepted);
    run();
  }
  function show(asks) {
    bar.hidden = !asks;
    again.parentElement.hidden = asks;
  }

  var stored = read();
  if (stored === accepted) run();
  if (stored === accepting) void accept();
  show(stored !== accepted && stored !== accepting && stored !== 'declined');
  again.addEventListener('click', function () {
    show(true);
    bar.querySelector('button').focus();
  });
  async function decide(answer) {
    show(false);
    again.focus();
    var before = read();
    if (answer === 'decline') {
      write('declined');
      // A script that runs cannot be stopped otherwise.
      if (before === accepted) location.reload();
    } else if (before !== accepted) {
      await accept();
    }
  }
  bar.addEventListener('click', function (event) {
    var answer = event.target.value;
    if (answer === 'accept' || answer === 'decline') void decide(answer);
  });
})();
