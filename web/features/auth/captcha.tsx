import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { readConfig } from '#web/lib/env.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';

/** The part of Turnstile's API that is used here (developers.cloudflare.com/turnstile, explicit rendering). */
interface Turnstile {
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

/** Loads Cloudflare's script once; after a failure the next call tries again. */
function loadTurnstile(): Promise<Turnstile> {
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

export interface Captcha {
  /** Rendered above the form's button; null on a stage without captcha. */
  widget: ReactNode;
  /** Options of an auth call: the token, `{}` without a captcha; null while the token is missing. */
  options: () => { captchaToken?: string } | null;
  /** Requests a new token, since each token is valid once. */
  renew: () => void;
}

/** Captcha of a form, on stages that have one; otherwise loads nothing. */
export function useCaptcha(): Captcha {
  const { captchaSiteKey: siteKey } = readConfig();
  const token = useRef<string | null>(null);
  const reset = useRef<(() => void) | null>(null);
  const options = useCallback(() => {
    if (!siteKey) return {};
    return token.current ? { captchaToken: token.current } : null;
  }, [siteKey]);
  const renew = useCallback(() => {
    token.current = null;
    reset.current?.();
  }, []);
  const onToken = useCallback((next: string | null) => void (token.current = next), []);
  const onReady = useCallback((next: (() => void) | null) => void (reset.current = next), []);
  const widget = siteKey && <Widget siteKey={siteKey} onToken={onToken} onReady={onReady} />;
  return { widget, options, renew };
}

interface WidgetProps {
  siteKey: string;
  onToken: (token: string | null) => void;
  /** Receives a function that resets the widget. */
  onReady: (reset: (() => void) | null) => void;
}

function Widget({ siteKey, onToken, onReady }: WidgetProps) {
  const { t } = useTranslation('auth');
  const container = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let here = true;
    let remove: (() => void) | undefined;
    const renderWidget = (turnstile: Turnstile) => {
      if (!here || !container.current) return;
      const id = turnstile.render(container.current, {
        sitekey: siteKey,
        language: currentLanguage(),
        theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
        size: 'flexible',
        callback: onToken,
        'expired-callback': () => onToken(null),
        // Returns true: the error is handled here and Turnstile does not log it.
        'error-callback': () => {
          onToken(null);
          setFailed(true);
          return true;
        },
      });
      onReady(() => turnstile.reset(id));
      remove = () => turnstile.remove(id);
    };
    loadTurnstile().then(renderWidget, () => here && setFailed(true));
    return () => {
      here = false;
      onToken(null);
      onReady(null);
      remove?.();
    };
  }, [siteKey, attempt, onToken, onReady]);
  const retry = () => {
    setFailed(false);
    setAttempt((count) => count + 1);
  };
  return (
    <div role="group" aria-label={t('captcha.label')}>
      {failed && (
        <Banner
          tone="warning"
          action={
            <Button size="small" onClick={retry}>
              {t('captcha.retry')}
            </Button>
          }
        >
          {t('captcha.unavailable')}
        </Banner>
      )}
      {/* Turnstile's own height, to avoid layout shift. */}
      <div ref={container} hidden={failed} className="min-h-[65px]" />
    </div>
  );
}
