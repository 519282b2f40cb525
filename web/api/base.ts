/** The API's address, set once when the app is built; '' is the page's own origin. */
export const API_BASE: string = (import.meta.env.VITE_API_BASE ?? '').replace(/\/+$/, '')

/** Where a browser finds what the API names by its path: pictures, files to keep. */
export const apiUrl = (path: string): string =>
  /^\/(api|\.well-known)\//.test(path) ? API_BASE + path : path
