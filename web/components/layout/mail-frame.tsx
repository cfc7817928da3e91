interface MailFrameProps {
  /** Describes the frame to screen readers. */
  title: string;
  html: string;
  language: string;
}

/** Shows a mail as its recipient sees it. Sandboxed: no scripts, forms or navigation. */
export function MailFrame({ title, html, language }: MailFrameProps) {
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={html}
      lang={language}
      className="block h-[38rem] w-full border-0 bg-white"
    />
  );
}
