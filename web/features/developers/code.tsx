import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';

/** Milliseconds that the confirmation is shown. */
const SHOWN_MS = 2_000;

interface CodeProps {
  /** A name for screen readers. */
  label: string;
  text: string;
}

/** A text to read and copy, such as a command. */
export function Code({ label, text }: CodeProps) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <div className="flex flex-col rounded-card border border-line bg-sunken">
      <div className="flex items-center justify-between gap-4 border-b border-line pl-4">
        <p className="min-w-0 truncate text-caption text-soft">{label}</p>
        <Button variant="quiet" size="small" icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
          <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
          <span className="sr-only">{`: ${label}`}</span>
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} role="region" aria-label={label} className="max-h-96 overflow-auto p-4 font-mono text-caption">
        {text}
      </pre>
    </div>
  );
}

/** Paragraphs of lines: all that our own descriptions contain. */
export function Markdown({ text, lang }: { text: string; lang?: string }) {
  return (
    <div {...(lang && { lang })} className="flex flex-col gap-3">
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="measure text-soft">
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  );
}

/** A line with `code` and **bold** parts. */
export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (part.startsWith('`')) {
      return (
        <code
          key={index}
          className="rounded-control bg-sunken px-1 py-0.5 font-mono text-caption wrap-anywhere text-ink"
        >
          {part.slice(1, -1)}
        </code>
      );
    }
    return part.startsWith('**') ? (
      <strong key={index} className="font-semibold text-ink">
        {part.slice(2, -2)}
      </strong>
    ) : (
      part
    );
  });
}
