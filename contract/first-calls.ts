/** Calls of a visitor's first page, without schemas, so that such a page loads none. */
export const FIRST_CALLS = {
  settings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'Name, logo and contact of this site',
    access: 'public',
    whileBusy: true,
  },
} as const
