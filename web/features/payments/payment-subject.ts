interface Subject {
  readonly session?:
    | { readonly type: string; readonly sessionType?: { readonly name: string } | undefined }
    | undefined;
  readonly order?: { readonly gallery?: { readonly name: string } | undefined } | undefined;
}

/** Names what is paid for in a list of one client or of all: a session, by its own name or its type's, or a gallery. */
export function paymentSubject({ session, order }: Subject): string | undefined {
  return session?.type || session?.sessionType?.name || order?.gallery?.name;
}
