/** Octets of addresses that are no host of the public internet, or that stand in documentation. */
const RESERVED =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25[0-5])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.[02]\.|^198\.(?:1[89]|51)\.|^203\.0\.113\./u;
/** Resolvers that everybody knows, and what manuals write for any address. */
const WELL_KNOWN = new Set(['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4', '9.9.9.9', '1.2.3.4', '4.3.2.1']);

/** True for an IPv4 address in four decimal numbers that belongs to a host somewhere on the internet. */
export function isPublicAddress(address: string): boolean {
  const octets = address.split('.');
  if (octets.length !== 4 || octets.some((one) => !/^(?:0|[1-9]\d{0,2})$/u.test(one) || Number(one) > 255))
    return false;
  return !RESERVED.test(address) && !WELL_KNOWN.has(address);
}

/** The first web address in a text whose host is a public IPv4 address. */
export function rawAddress(text: string): string | undefined {
  for (const [, address] of text.matchAll(/\bhttps?:\/\/(\d{1,3}(?:\.\d{1,3}){3})(?![\w.])/giu)) {
    if (isPublicAddress(address!)) return address;
  }
  return undefined;
}
