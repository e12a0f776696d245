import { join } from 'node:path';
import type { Place } from '../types.js';

/** Folder of applications' own settings: `%APPDATA%`, `~/Library/Application Support` or `~/.config`. */
export function applicationFolder({ platform, home, env }: Place): string {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return configFolder({ home, env });
}

/** `$XDG_CONFIG_HOME`, or `~/.config`. */
export function configFolder({ home, env }: Pick<Place, 'home' | 'env'>): string {
  return env.XDG_CONFIG_HOME || join(home, '.config');
}
