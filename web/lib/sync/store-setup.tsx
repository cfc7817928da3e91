import { Component, type ReactNode } from 'react';

/**
 * Resolves if this browser can open databases, which private windows, a full disk or a damaged profile may prevent.
 * Deleting a database that does not exist leaves nothing behind. A request that a navigation aborts proves nothing.
 */
export function checkDatabases(databases: Pick<IDBFactory, 'deleteDatabase'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = databases.deleteDatabase('store-check');
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => {
      if (request.error?.name === 'AbortError') resolve();
      else reject(request.error ?? new Error('IndexedDB failed'));
    });
  });
}

interface StoreSetupProps {
  /** True once the store is created: later errors are those of screens. */
  isCreated: () => boolean;
  children: ReactNode;
}

/**
 * Fails if the store below it cannot be set up, with a fixed message; the store is then unmounted and closed.
 * Zero throws only some of these errors: without a database it waits forever.
 */
export class StoreSetup extends Component<StoreSetupProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  override componentDidMount() {
    // Without IndexedDB, Zero keeps the data in memory.
    if (!('indexedDB' in globalThis)) return;
    checkDatabases(indexedDB).catch(this.fail);
  }

  override componentDidCatch(error: unknown) {
    if (this.props.isCreated()) this.setState({ error });
    else this.fail(error);
  }

  private readonly fail = (cause: unknown) =>
    this.setState({ error: new Error('Failed to initialize store', { cause }) });

  override render() {
    if (this.state.error !== null) throw this.state.error;
    return this.props.children;
  }
}
