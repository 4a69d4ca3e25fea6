import { useSyncExternalStore } from 'react';
import type { Settings } from '#dashboard/lib/setting-values.ts';
import { currentSettings, subscribeToSettings } from '#dashboard/lib/settings.ts';

/** The settings as they stand, in this tab and as other tabs change them. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribeToSettings, currentSettings, currentSettings);
}

/** Renders again where a setting changes by which figures and dates are written, or lists are asked for. */
export function useFormats(): void {
  useSyncExternalStore(subscribeToSettings, formats, formats);
}

function formats(): string {
  const { language, timeZone, pageSize } = currentSettings();
  return `${language} ${timeZone} ${pageSize}`;
}
