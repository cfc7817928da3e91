import { Textarea } from '#web/components/ui/inputs/text-input.tsx';

/** A text area for code: long lines scroll, and nothing is corrected. */
export function CodeArea({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Textarea
      rows={10}
      value={value}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      wrap="off"
      // As wide as the form, not as its longest line.
      style={{ fieldSizing: 'fixed' }}
      className="overflow-x-auto font-mono"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
