/** The API's base URL, set at build time; '' means same origin. */
export const API_BASE: string = (import.meta.env.VITE_API_BASE ?? '').replace(/\/+$/, '')

/** URL of an API path for the browser: images, downloads. */
export const apiUrl = (path: string): string =>
  /^\/(api|\.well-known)\//.test(path) ? API_BASE + path : path
