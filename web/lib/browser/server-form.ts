/*
 * The server's form of a page, which a visitor may use before the page's script runs. `theme.js` keeps a form with
 * `data-waiting` from being sent by the browser, which would lose what was typed.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

/** Attribute and classes of a form that waits for its script: it looks busy once it was sent. */
interface WaitingForm {
  'data-waiting': '' | undefined;
  className: string;
}

const WAITING = 'aria-busy:cursor-progress aria-busy:[&_button]:opacity-60';

const NEVER = () => () => {};

let replaced: HTMLFormElement | null = null;

/** Keeps the form of a page that the script renders again, in another language. */
export function keepServerForm(root: HTMLElement): void {
  replaced = root.querySelector('form[data-waiting]');
}

/**
 * Takes over the server's form: calls `take` once with what was typed into its fields, whether it was sent, and the values
 * of its checked boxes and radios. A
 * layout effect, so that React renders the state of `take` before the next event: Enter never submits an empty state.
 */
export function useServerForm(
  form: RefObject<HTMLFormElement | null>,
  take: (values: readonly string[], isSent: boolean, checked: readonly string[]) => void,
): WaitingForm {
  // True in the server's HTML and while React hydrates it: a form that the browser renders has its script.
  const isWaiting = useSyncExternalStore(
    NEVER,
    () => false,
    () => true,
  );
  const takeOver = useEffectEvent((form: HTMLFormElement) => {
    const server = replaced ?? form;
    replaced = null;
    const isSent = server.dataset['waiting'] === 'sent';
    form.removeAttribute('aria-busy');
    // React removes it with the next render, which the form may be sent before.
    form.removeAttribute('data-waiting');
    const valuesOf = (inputs: string) =>
      Array.from(server.querySelectorAll<HTMLInputElement>(inputs), ({ value }) => value);
    take(valuesOf('input'), isSent, valuesOf('input:checked'));
  });
  useLayoutEffect(() => takeOver(form.current!), [form]);
  return { 'data-waiting': isWaiting ? '' : undefined, className: WAITING };
}
