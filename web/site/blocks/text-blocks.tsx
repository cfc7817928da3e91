import { headingWithin } from '../heading-level.ts';
import { RichText } from '../rich-text.tsx';
import { hrefOf, SiteLink } from '../site-link.tsx';
import { textOf } from '../texts.ts';
import type { BlockProps } from './block-props.ts';

const alignClass = (align: string | undefined) => (align && align !== 'start' ? `align-${align}` : undefined);

const classes = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ') || undefined;

/** `text-title` names texts beside `h1` in the studio's heading font (core/domain/branding/font-faces.ts). */
export function HeadingBlock({ data, block }: BlockProps<'heading'>) {
  const text = textOf(data, block.text);
  if (!text) return null;
  const Heading = `h${block.level ?? 2}` as 'h1' | 'h2' | 'h3';
  const own = block.level === 1 ? undefined : 'text-title';
  return <Heading className={classes(own, alignClass(block.align))}>{text}</Heading>;
}

export function TextBlock({ data, block }: BlockProps<'text'>) {
  return (
    <div className={classes('text', alignClass(block.align))}>
      <RichText data={data} text={block.body} heading={headingWithin(data, block.id)} />
    </div>
  );
}

export function ButtonBlock({ data, block }: BlockProps<'button'>) {
  const label = textOf(data, block.label);
  if (!label || hrefOf(data, block.link) === null) return null;
  return (
    <p className={classes('button-line', alignClass(block.align))}>
      <SiteLink data={data} link={block.link} className={`button ${block.style ?? 'primary'}`}>
        {label}
      </SiteLink>
    </p>
  );
}

export function QuoteBlock({ data, block }: BlockProps<'quote'>) {
  const text = textOf(data, block.text);
  const author = textOf(data, block.author);
  if (!text) return null;
  return (
    <figure className="quote">
      <blockquote className="text-title">{text}</blockquote>
      {author && <figcaption>{author}</figcaption>}
    </figure>
  );
}

export function FaqBlock({ data, block }: BlockProps<'faq'>) {
  return (
    <div className="faq">
      {block.items.map(({ question, answer }, index) => (
        <details key={index}>
          <summary>{textOf(data, question)}</summary>
          <div className="text">
            <RichText data={data} text={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}

export function DividerBlock({ block }: BlockProps<'divider'>) {
  return block.style === 'space' ? <div className="space" /> : <hr />;
}
