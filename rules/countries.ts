/** Countries of the registration form, from the client's specification. */
export const REGISTRATION_COUNTRIES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Australia',
  'Germany',
  'France',
  'Spain',
  'Italy',
  'Japan',
  'China',
  'India',
  'Brazil',
  'Mexico',
] as const

/** Offered where the specification leaves the list open: content/crisis has a file for each of these as well. */
export const MORE_COUNTRIES = ['Austria', 'Ireland', 'New Zealand', 'Switzerland'] as const

export const OTHER_COUNTRY = 'Other'
