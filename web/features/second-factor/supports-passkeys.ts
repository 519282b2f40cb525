/** True if this browser supports passkeys for the page's host: a domain name, not an IP address. */
export const supportsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
