import type { QueryClient } from '@tanstack/react-query';

/** The first part of the key of every query of follow-ups. */
export const FOLLOW_UPS = 'follow-ups';

/** Reads the follow-ups and the history again that are shown, and the others when they are. */
export async function refreshFollowUps(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['history'] });
  await client.invalidateQueries({ queryKey: [FOLLOW_UPS] });
}
