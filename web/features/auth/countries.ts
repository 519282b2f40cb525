/** The countries of the registration form, as the client's specification lists them. */
export const COUNTRIES = [
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
  'Other',
].map((name) => ({ value: name, label: name }))
