import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { changeSettings } from '#dashboard/lib/settings.ts';
import { THEMES } from '#dashboard/lib/theme.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { IconButton } from './button.tsx';

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Goes round the three themes: the system's, light, dark. */
export function ThemeToggle() {
  const { theme } = useSettings();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = icons[theme];
  return (
    <IconButton
      label={`Theme: ${theme}. Change to ${next}`}
      icon={<Icon size={18} aria-hidden />}
      onClick={() => void changeSettings({ theme: next })}
    />
  );
}
