import { makeProof } from '#core/domain/clients/contact-proof.ts';

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));

/** Lines as browsers send them in forms. */
const asSent = (text: string) => text.replaceAll(/\r\n?|\n/g, '\r\n');

/**
 * Adds a proof of work to a contact form before the browser sends it. Without one, as where WebCrypto is missing, the
 * message is sent all the same.
 */
export function proveOnSubmit(form: HTMLFormElement): void {
  if (!isSecureContext) return;
  let isProving = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isProving) return;
    isProving = true;
    const button = form.querySelector('button');
    button?.setAttribute('aria-disabled', 'true');
    const values = new FormData(form);
    const valueOf = (name: string) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    const slug = /\/api\/p\/([^/]+)\/contact$/.exec(form.action)?.[1] ?? '';
    const subject = {
      slug: decodeURIComponent(slug),
      email: asSent(valueOf('email')),
      message: asSent(valueOf('message')),
    };
    void makeProof(sha256, subject).then((proof) => {
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name: 'proof', value: proof });
      form.querySelector('[name=proof]')?.remove();
      form.append(field);
      form.submit();
    });
  });
  // The browser shows the page as it was left when the visitor returns to it.
  addEventListener('pageshow', () => {
    isProving = false;
    form.querySelector('button')?.removeAttribute('aria-disabled');
  });
}
