/** Calls of public pages, without schemas, so that such a page loads none. */
export const FIRST_CALLS = {
  settings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'The site’s name, logo and contact address',
    access: 'public',
    whileBusy: true,
  },
  showStatus: {
    method: 'GET',
    path: '/api/status',
    summary: 'Which services work, since when, and the incidents of the last 90 days',
    access: 'public',
    whileBusy: true,
    anonymous: true,
  },
} as const
