import type { ContractBlock } from '#core/domain/contracts/contract-text.ts';

interface ContractViewProps {
  title: string;
  language: string;
  blocks: readonly ContractBlock[];
  /** Level of the title among the page's headings. */
  level: 2 | 3;
}

/** A contract's text, as it is read and printed. */
export function ContractView({ title, language, blocks, level }: ContractViewProps) {
  const Title = `h${level}` as const;
  return (
    <article lang={language} className="flex flex-col gap-3 rounded-control border border-line bg-raised p-5 md:p-8">
      <Title className="text-lead font-semibold wrap-anywhere">{title}</Title>
      {blocks.map((block, index) => (
        // The text does not change while it is shown.
        <Block key={index} block={block} level={level} />
      ))}
    </article>
  );
}

function Block({ block, level }: { block: ContractBlock; level: 2 | 3 }) {
  if (block.kind === 'paragraph') return <p className="whitespace-pre-line wrap-anywhere">{block.text}</p>;
  if (block.kind === 'heading') {
    const Heading = `h${level + block.level}` as 'h3' | 'h4' | 'h5';
    return <Heading className="mt-3 font-semibold wrap-anywhere">{block.text}</Heading>;
  }
  const items = block.items.map((item, index) => (
    <li key={index} className="pl-1 wrap-anywhere">
      {item}
    </li>
  ));
  if (block.start === null) return <ul className="flex list-disc flex-col gap-1 pl-5">{items}</ul>;
  return (
    <ol start={block.start} className="flex list-decimal flex-col gap-1 pl-6">
      {items}
    </ol>
  );
}
