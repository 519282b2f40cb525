/** Whether this browser makes passkeys for the page's address: never for a number, only for a name. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
