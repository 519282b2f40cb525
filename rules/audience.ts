/** For whom the owner shows a piece of work, from the narrowest to the widest; each includes those before it. */
export const AUDIENCES = ['private', 'family', 'advisor', 'link', 'public'] as const
export type Audience = (typeof AUDIENCES)[number]

/** As whom somebody looks at a portfolio. */
export const VIEWERS = ['family', 'advisor', 'link', 'stranger'] as const
export type Viewer = (typeof VIEWERS)[number]

/** What each viewer gets to see. */
export const SHOWN_TO = {
  family: ['family', 'advisor', 'link', 'public'],
  advisor: ['advisor', 'link', 'public'],
  link: ['link', 'public'],
  stranger: ['public'],
} as const satisfies Record<Viewer, readonly Audience[]>

/** Neither family nor school. */
export const isOutsideSite = (viewer: Viewer): boolean => viewer === 'link' || viewer === 'stranger'

/** True when people outside the family and the school may see the piece; under 13 a guardian must have allowed that. */
export const isExternal = (audience: Audience): boolean =>
  audience === 'link' || audience === 'public'

/** As whom somebody sees a page, by what they may do with its owner. Who may see everything sees what the family sees. */
export const viewerFor = (
  may: (action: 'seeFamilyPieces' | 'seeAdvisorPieces') => boolean,
): Viewer => (may('seeFamilyPieces') ? 'family' : may('seeAdvisorPieces') ? 'advisor' : 'stranger')
