import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the folders of a user depend on. */
export interface UserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

const NOWHERE = process.platform === 'win32' ? 'C:\\nonexistent' : '/nonexistent';

/** Home folder: of the environment, so that it can be chosen, else of the system. */
export function homeFolder({ env, platform = process.platform, home = systemHome() }: UserPlace): string {
  return absolute(platform === 'win32' ? env.USERPROFILE : env.HOME) ?? home;
}

/** A user whom the system does not know has no home: what would lie there is not kept. */
function systemHome(): string {
  try {
    return absolute(homedir()) ?? NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** Folder for what can be fetched again; `XDG_CACHE_HOME` counts on every system. */
export function cacheFolder(place: UserPlace): string {
  const { env, platform = process.platform } = place;
  const given = absolute(env.XDG_CACHE_HOME);
  if (given !== null) return join(given, 'skillgraft');
  const home = homeFolder(place);
  if (platform === 'win32')
    return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'skillgraft', 'Cache');
  return join(home, platform === 'darwin' ? 'Library/Caches' : '.cache', 'skillgraft');
}

/** Folder for what cannot be fetched again and is nobody's settings; `XDG_STATE_HOME` counts on every system. */
export function stateFolder(place: UserPlace): string {
  const { env, platform = process.platform } = place;
  const given = absolute(env.XDG_STATE_HOME);
  if (given !== null) return join(given, 'skillgraft');
  const home = homeFolder(place);
  if (platform === 'win32')
    return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'skillgraft', 'State');
  return join(home, platform === 'darwin' ? 'Library/Application Support' : '.local/state', 'skillgraft');
}

/** Folder of the user's own settings; `XDG_CONFIG_HOME` counts on every system. */
export function configFolder(place: UserPlace): string {
  const { env, platform = process.platform } = place;
  const given = absolute(env.XDG_CONFIG_HOME);
  if (given !== null) return join(given, 'skillgraft');
  const roaming = platform === 'win32' ? absolute(env.APPDATA) : null;
  return join(roaming ?? join(homeFolder(place), '.config'), 'skillgraft');
}

/** The specification of XDG wants relative paths ignored. */
function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
