import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, currentTheme, type Theme } from '#dashboard/lib/theme.ts';
import { IconButton } from './button.tsx';

const order: Theme[] = ['system', 'light', 'dark'];
const icons = { system: Monitor, light: Sun, dark: Moon };

/** Goes round the three themes: the system's, light, dark. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme);
  const next = order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
  const Icon = icons[theme];
  return (
    <IconButton
      label={`Theme: ${theme}. Change to ${next}`}
      icon={<Icon size={18} aria-hidden />}
      onClick={() => {
        chooseTheme(next);
        setTheme(next);
      }}
    />
  );
}
