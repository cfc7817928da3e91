/*
 * The server's form of a page, which a visitor may use before the page's script runs. `theme.js` keeps a form with
 * `data-waiting` from being sent by the browser, which would lose what was typed.
 */

let replaced: HTMLFormElement | null = null;

/** Keeps the form of a page that the script renders anew, in another language. */
export function keepServerForm(root: HTMLElement): void {
  replaced = root.querySelector('form[data-waiting]');
}

/** Returns what was typed into the form's first field and whether it was sent, once. */
export function takeServerForm(form: HTMLFormElement): { value: string; isSent: boolean } {
  const server = replaced ?? form;
  replaced = null;
  form.removeAttribute('aria-busy');
  return { value: server.querySelector('input')?.value ?? '', isSent: server.dataset['waiting'] === 'sent' };
}
