import { mediaType } from '../../http/media-types.js';

/** Of a file whose name says nothing of what is in it. */
export const BYTES = 'application/octet-stream';

/** The media type that a file's name tells, without parameters: texts of MCP are always UTF-8. */
export function mimeType(path: string): string {
  return mediaType(path).replace(/;.*/, '');
}
