import { useSyncExternalStore } from 'react';
import { currentSettings, type Settings, subscribeToSettings } from '#dashboard/lib/settings.ts';

/** The settings as they stand, in this tab and as other tabs change them. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribeToSettings, currentSettings);
}
