import { Dialog, type DialogProps } from '#web/components/ui/overlays/dialog.tsx';
import { useHistoryLayer } from '#web/lib/browser/history-layer.ts';

/** A dialog of a page for clients, which Back closes. */
export function PublicDialog(props: DialogProps) {
  useHistoryLayer(props.open, () => props.onOpenChange(false));
  return <Dialog {...props} />;
}
