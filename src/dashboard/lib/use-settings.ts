import { useSyncExternalStore } from 'react';
import { currentSettings, subscribeToSettings } from '#dashboard/lib/settings.ts';

/** The present settings, as this tab and others change them. */
export function useSettings(): ReturnType<typeof currentSettings> {
  return useSyncExternalStore(subscribeToSettings, currentSettings, currentSettings);
}

/** Renders again if a setting changes that figures and dates depend on. */
export function useFormats(): void {
  useSyncExternalStore(subscribeToSettings, formats, formats);
}

function formats(): string {
  const { language, timeZone } = currentSettings();
  return `${language} ${timeZone}`;
}
