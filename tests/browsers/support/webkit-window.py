#!/usr/bin/python3
"""A bare WebKitGTK window for WebKitWebDriver: of any width, with the page cache on, as Safari has it.

Prints a line for each error of console, scripts and content security policy, for each failed request and for each
answer with a status of 400 or more, beginning with "PROBLEM ".
"""
import argparse
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument("--size", default="1280x800")
options.add_argument("--languages", default="en-GB,en")
options.add_argument("--dark", action="store_true")
options.add_argument("--downloads")
# The driver adds arguments of its own.
chosen, _ = options.parse_known_args()
WIDTH, HEIGHT = (int(side) for side in chosen.size.split("x"))

REPORT = """(() => {
  const send = (...parts) => {
    try { webkit.messageHandlers.problems.postMessage(parts.map(String).join(' ').slice(0, 900)); } catch {}
  };
  const error = console.error;
  console.error = (...parts) => { send('console:', ...parts); error.apply(console, parts); };
  addEventListener('error', (event) => send('error:', event.message ?? event.target?.src ?? ''));
  addEventListener('unhandledrejection', (event) => send('error:', event.reason));
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.blockedURI !== 'eval') send('blocked by the policy:', event.violatedDirective, event.blockedURI);
  });
})()"""

manager = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
context.set_preferred_languages(chosen.languages.split(","))
if chosen.dark:
    Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", True)


def problem(*parts):
    print("PROBLEM", *parts, flush=True)


def failed(resource, error):
    # A page cancels requests itself, a navigation those of the page that is left, and a download that of its page.
    is_download = error.matches(WebKit2.PolicyError.quark(), WebKit2.PolicyError.FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE)
    if not is_download and not error.matches(WebKit2.NetworkError.quark(), WebKit2.NetworkError.CANCELLED):
        problem("request:", error.message, resource.get_uri())


def finished(resource):
    response = resource.get_response()
    if response and response.get_status_code() >= 400:
        problem("status:", response.get_status_code(), resource.get_uri())


def watch(_view, resource, _request):
    resource.connect("failed", failed)
    resource.connect("finished", finished)


def save(_context, download):
    def choose(download, name):
        download.set_destination("file://" + os.path.join(chosen.downloads, name + ".part"))
        return True

    def complete(download):
        path = (download.get_destination() or "").removeprefix("file://")
        if os.path.exists(path):
            os.rename(path, path.removesuffix(".part"))

    def stopped(download, error):
        # The load of the page that becomes a download counts as a cancelled one.
        if not error.matches(WebKit2.NetworkError.quark(), WebKit2.NetworkError.CANCELLED):
            problem("download:", error.message, download.get_request().get_uri())

    download.connect("decide-destination", choose)
    download.connect("finished", complete)
    download.connect("failed", stopped)


context.connect("download-started", save)


def create_view(_session):
    scripts = WebKit2.UserContentManager()
    scripts.register_script_message_handler("problems")
    scripts.connect("script-message-received::problems", lambda _, result: problem(result.get_js_value().to_string()))
    frames = WebKit2.UserContentInjectedFrames.ALL_FRAMES
    start = WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript(REPORT, frames, start, None, None))
    view = WebKit2.WebView(user_content_manager=scripts, web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.grab_focus()
    view.connect("resource-load-started", watch)
    view.connect("close", lambda _: window.destroy())
    view.connect("web-process-terminated", lambda _, reason: problem("process ended", reason))
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", started)
Gtk.main()
