// Chooses the document before its scripts are fetched: the back office where a session is stored on this device, else the
// sign-in page, which is small. Without a network the back office stays and shows its own sign-in page.
(function () {
  var path = location.pathname;
  var isSignIn = /^\/(login|app\/auth)(\/|$)/.test(path);
  var isReset = path === '/reset-password';
  // A session or error in the address is for the document's script.
  var isRedirect = /[#?&](access_token|error|error_code|error_description)=/.test(location.search + location.hash);
  var hasSession = /[#&]access_token=/.test(location.hash);
  if (isRedirect || isReset || !navigator.onLine) {
    // Until the script knows whose session it is, no form asks for another, and none for a new password unless this
    // browser has asked for a mail.
    if ((isSignIn && hasSession) || (isReset && !(hasSession && hasBegun())))
      document.documentElement.dataset.arriving = '';
    return;
  }
  var stored;
  try {
    var config = JSON.parse(document.getElementById('config').textContent);
    // Mirrors web/lib/auth/session-key.ts.
    stored = localStorage.getItem('sb-' + new URL(config.supabaseUrl).hostname.split('.')[0] + '-auth-token');
  } catch {
    return;
  }
  if (isSignIn && stored) {
    // Mirrors sameOriginPath of web/lib/auth/auth-redirect.ts.
    var next = new URLSearchParams(location.search).get('next') || '';
    var url;
    try {
      url = new URL(next, location.origin);
    } catch {
      // A malformed path leads home.
    }
    var isOwn = next.charAt(0) === '/' && url && url.origin === location.origin && url.pathname.slice(0, 2) !== '//';
    location.replace(isOwn ? url.pathname + url.search + url.hash : '/app');
  }
  // Pages of the back office that are open to everybody (web/app/screens.tsx).
  var isOpen = !/^\/app(\/|$)/.test(path) || /^\/app\/(auth|join|goodbye)(\/|$)/.test(path);
  if (!isOpen && !stored) location.replace('/login?next=' + encodeURIComponent(path + location.search + location.hash));
  // The server's invitation is for people who are signed out, and needs nothing else.
  var isInvitation = path.startsWith('/app/join/');
  if (isSignIn || (!stored && (isInvitation || !isOpen))) return;
  if (isInvitation) document.documentElement.dataset.arriving = '';
  // Requests what the script would request once it has run.
  preload();
  try {
    if (stored) listAccounts(JSON.parse(stored));
  } catch {
    // What is stored is no session: the script removes it.
  }

  // Mirrors web/lib/auth/auth-flows.ts.
  function hasBegun() {
    try {
      return /"email"/.test(localStorage.getItem('auth-flows') || '');
    } catch {
      return false;
    }
  }

  // Texts, and the chunks of the path's section.
  function preload() {
    // Mirrors detectLanguages of web/lib/i18n/language-detector.ts.
    var asked = [
      new URLSearchParams(location.search).get('lng'),
      (/(?:^|; )i18next=([^;]*)/.exec(document.cookie) || [])[1],
    ];
    var tags = asked.concat(localStorage.getItem('i18nextLng'), navigator.languages || []);
    var language = tags
      .map(function (tag) {
        return String(tag).split('-')[0];
      })
      .filter(function (tag) {
        return /^(en|es|ca)$/.test(tag);
      })[0];
    var texts = document.createElement('link');
    texts.rel = 'preload';
    texts.as = 'fetch';
    texts.crossOrigin = 'anonymous';
    texts.href = '/locales/' + (language || 'en') + '/back-office.json';
    document.head.appendChild(texts);
    // Those of the development server are not known.
    var sections = JSON.parse((document.getElementById('sections') || { textContent: '[]' }).textContent);
    var section = sections.filter(function (one) {
      return path === one[0] || path.indexOf(one[0] + '/') === 0;
    })[0];
    (section ? section[1] : []).forEach(function (file) {
      var script = document.createElement('link');
      script.rel = 'modulepreload';
      script.crossOrigin = '';
      script.href = '/' + file;
      document.head.appendChild(script);
    });
  }

  // The studios of a session that is valid.
  function listAccounts(session) {
    var token = session.access_token;
    // A second factor may be missing, and an expired session is renewed first.
    if ((session.user.factors || []).length > 0 || !(session.expires_at * 1000 > Date.now() + 60000)) return;
    var headers = { authorization: 'Bearer ' + token, 'x-channel': 'backoffice' };
    // web/lib/accounts/accounts.tsx takes the answer.
    window.begunAccounts = { token: token, answer: fetch('/api/accounts', { headers: headers }) };
    window.begunAccounts.answer.catch(function () {});
  }
})();
