import type * as original from '../../propose/git-config.js';

/** There is no git whose user could be asked for. */
export const configuredUser: typeof original.configuredUser = async () => ({ name: null, email: null });
