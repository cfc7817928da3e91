#!/usr/bin/python3
"""A bare WebKitGTK window for WebKitWebDriver: of any width, with the page cache on, as Safari has it.

Prints a line for each error of console, scripts and content security policy, beginning with "PROBLEM ".
"""
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

REPORT = """(() => {
  const send = (...parts) => {
    try { webkit.messageHandlers.problems.postMessage(parts.map(String).join(' ').slice(0, 900)); } catch {}
  };
  const error = console.error;
  console.error = (...parts) => { send('console', ...parts); error.apply(console, parts); };
  addEventListener('error', (event) => send('error', event.message ?? event.target?.src ?? ''));
  addEventListener('unhandledrejection', (event) => send('rejection', event.reason));
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.blockedURI !== 'eval') send('policy', event.violatedDirective, event.blockedURI);
  });
})()"""

manager = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-GB", "en"])


def create_view(_session):
    scripts = WebKit2.UserContentManager()
    scripts.register_script_message_handler("problems")
    scripts.connect(
        "script-message-received::problems",
        lambda _, result: print("PROBLEM", result.get_js_value().to_string(), flush=True),
    )
    frames = WebKit2.UserContentInjectedFrames.ALL_FRAMES
    start = WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript(REPORT, frames, start, None, None))
    view = WebKit2.WebView(user_content_manager=scripts, web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(1280, 800)
    window.add(view)
    window.show_all()
    view.grab_focus()
    view.connect("close", lambda _: window.destroy())
    view.connect("web-process-terminated", lambda _, reason: print("PROBLEM process ended", reason, flush=True))
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", started)
Gtk.main()
