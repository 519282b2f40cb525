/** Services that a school may offer beyond the software itself. Each is off until an admin turns it on; public pages follow. */
export const OFFERS = ['consultations', 'licensed_teachers', 'accredited_diploma'] as const
export type Offer = (typeof OFFERS)[number]
