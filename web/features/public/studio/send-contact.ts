import { makeProof } from '#core/domain/clients/contact-proof.ts';
import type { PublicApi } from '../shell/public-api.ts';

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));

/** Sends a contact form with a proof of work. WebCrypto needs a secure context; without it the form counts as unproven. */
export async function sendContact(api: PublicApi, slug: string, form: HTMLFormElement): Promise<void> {
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const { email = '', message = '' } = values;
  const proof = isSecureContext ? await makeProof(sha256, { slug, email, message }) : '';
  await api.call('POST', `/api/p/${encodeURIComponent(slug)}/contact`, { ...values, proof });
}
