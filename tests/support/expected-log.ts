/** Warnings and errors that this test file expects; see log-setup.ts. */
export const expectedEvents = new Set<string>();

/**
 * Expects these warnings or errors in this test file, and keeps them from being printed: events of `log`, or the first
 * words of lines on the console. All others fail the test, and so does one of these that is never logged.
 */
export function expectLogged(...events: string[]): void {
  for (const event of events) expectedEvents.add(event);
}
