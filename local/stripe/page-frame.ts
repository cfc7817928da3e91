/** Returns a page of Stripe on this machine. @param body HTML */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${title} · Stripe on this machine</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;color:#1a1f36}
label,button{display:block;margin:.5rem 0}td form *{display:inline}button{min-height:44px;font:inherit}.amount{font-size:2rem}
</style><h1>${title}</h1><p><small>This page plays Stripe on this machine. No money moves.</small></p>${body}</html>`;
}
