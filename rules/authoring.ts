import { isStaff, passesGuard } from './membership.ts'

/** Viewer of a quest in the authoring area. */
export type AuthoringUser = { userId: string; role: string }

/** A quest with its draft, if there is one. */
export type Authored = {
  /** Author of the draft or else of the quest; null for built-in quests. */
  authorId: string | null
  state: 'draft' | 'proposed' | 'published' | 'archived'
}

const isAdministrator = ({ role }: AuthoringUser) => passesGuard('admin', role)

/** Authors edit their own quests; administrators edit any. */
export const mayEdit = ({ authorId }: Authored, viewer: AuthoringUser): boolean =>
  authorId === viewer.userId || isAdministrator(viewer)

/** Four-eyes rule before publication: staff other than the author. Administrators may decide on any quest. */
export const mayDecide = ({ authorId, state }: Authored, viewer: AuthoringUser): boolean =>
  state === 'proposed' &&
  isStaff(viewer.role) &&
  (authorId !== viewer.userId || isAdministrator(viewer))

/** Drafts are private until proposed; every author can read and copy published quests. */
export const maySee = (authored: Authored, viewer: AuthoringUser): boolean =>
  mayEdit(authored, viewer) ||
  authored.state === 'published' ||
  (authored.state === 'proposed' && isStaff(viewer.role))
