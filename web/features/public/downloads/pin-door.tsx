import { useState } from 'react';
import { useApi } from '../api-context.ts';
import { markPinVerified } from './memory.ts';
import { PinForm } from './pin-form.tsx';

interface PinPromptProps {
  galleryId: string;
  onOpen: () => void;
}

/** Asks for the gallery's PIN and hands it to the server. */
export function PinPrompt({ galleryId, onOpen }: PinPromptProps) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const enter = async (pin: string) => {
    setBusy(true);
    try {
      await api.unlock(galleryId, pin);
      markPinVerified(galleryId);
      onOpen();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return <PinForm busy={busy} failure={failure} onPin={(pin) => void enter(pin)} />;
}
