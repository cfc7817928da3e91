import { Textarea } from '#web/components/ui/inputs/text-input.tsx';

/** A text area for code: fixed width, no corrections. */
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
      className="min-h-40 overflow-x-auto font-mono"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
