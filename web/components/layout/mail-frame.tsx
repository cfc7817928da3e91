interface MailFrameProps {
  /** Describes the frame to screen readers. */
  title: string;
  html: string;
  language: string;
}

/**
 * Shows a mail as its recipient sees it, in the light theme: the page's content security policy refuses the style element
 * with the dark one. Sandboxed: no scripts, forms or navigation.
 */
export function MailFrame({ title, html, language }: MailFrameProps) {
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={html.replace(/<style>.*?<\/style>/s, '')}
      lang={language}
      className="block h-[38rem] w-full border-0 bg-white"
    />
  );
}
