/**
 * User agents of Instagram, Facebook, Messenger, LinkedIn, Pinterest, Snapchat, TikTok, WeChat, Line, WhatsApp (`WA4A` on
 * Android, `WAiOS`), Telegram and Android's web view.
 */
const IN_APP =
  /Instagram|FBAN|FBAV|FB_IAB|LinkedInApp|Pinterest|Snapchat|musical_ly|TikTok|MicroMessenger|Line\/|\bWA(?:4A|iOS)\/|WhatsApp\/|Telegram-Android\/|; wv\)/;

/** Web views of iOS, as Gmail's and older WhatsApp's, lack Safari's token. */
const IOS_WEB_VIEW = /^(?=.*\b(?:iPhone|iPad|iPod)\b)(?!.*\bSafari\/)/;

interface Page {
  /** True for a page on the home screen of iOS, whose user agent is a web view's. */
  standalone?: boolean;
  /** Telegram adds objects to its pages, where its user agent is the system browser's. */
  hasTelegram?: boolean;
}

const thisPage = (): Page => ({
  standalone: (navigator as { standalone?: boolean }).standalone === true,
  hasTelegram: 'TelegramWebview' in globalThis || 'TelegramWebviewProxy' in globalThis,
});

/** Returns true if the page runs inside another app. Most of these save no files and report no error. */
export function isInAppBrowser(userAgent: string, { standalone, hasTelegram } = thisPage()): boolean {
  return IN_APP.test(userAgent) || hasTelegram === true || (standalone !== true && IOS_WEB_VIEW.test(userAgent));
}
