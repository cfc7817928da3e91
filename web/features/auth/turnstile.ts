/** The part of Turnstile's interface that is used here (developers.cloudflare.com/turnstile, explicit rendering). */
export interface Turnstile {
  render(container: HTMLElement, options: TurnstileOptions): string;
  reset(widgetId: string): void;
  remove(widgetId: string): void;
}

interface TurnstileOptions {
  sitekey: string;
  language: string;
  theme: 'light' | 'dark' | 'auto';
  size: 'flexible';
  callback: (token: string) => void;
  'error-callback': () => boolean;
  'expired-callback': () => void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | null = null;

/** Loads Cloudflare's script once; a loading that failed is tried again by the next call. */
export function loadTurnstile(): Promise<Turnstile> {
  return (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      loading = null;
      script.remove();
      reject(new Error('Turnstile did not load'));
    };
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else fail();
    });
    document.head.append(script);
  }));
}
