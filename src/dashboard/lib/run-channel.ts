/** The name of the lock and of the channel by which a browser's tabs share one run of a session holder. */
export function runChannelName(holder: string): string {
  return `pledge-cancel-run ${holder}`;
}
