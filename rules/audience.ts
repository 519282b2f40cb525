/** Audiences of a piece of work, from narrowest to widest; each includes the previous ones. */
export const AUDIENCES = ['private', 'family', 'advisor', 'link', 'public'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Kinds of portfolio viewers. */
export const VIEWERS = ['family', 'advisor', 'link', 'stranger'] as const
export type Viewer = (typeof VIEWERS)[number]

/** Audiences that each viewer belongs to. */
export const SHOWN_TO = {
  family: ['family', 'advisor', 'link', 'public'],
  advisor: ['advisor', 'link', 'public'],
  link: ['link', 'public'],
  stranger: ['public'],
} as const satisfies Record<Viewer, readonly Audience[]>

/** Neither family nor school. */
export const isOutsideSite = (viewer: Viewer): boolean => viewer === 'link' || viewer === 'stranger'

/** True if people outside the family and the school may see the piece; under 13, this requires a guardian's consent. */
export const isExternal = (audience: Audience): boolean =>
  audience === 'link' || audience === 'public'

/** Kind of viewer, from their permissions on the owner. Permission to see everything means viewing as family. */
export const viewerFor = (
  may: (action: 'seeFamilyPieces' | 'seeAdvisorPieces') => boolean,
): Viewer => {
  if (may('seeFamilyPieces')) return 'family'
  return may('seeAdvisorPieces') ? 'advisor' : 'stranger'
}
