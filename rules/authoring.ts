import { isStaff, passesGuard } from './membership.ts'

/** Who looks at a quest that is being written, or was. */
export type AuthoringUser = { userId: string; role: string }

/** A quest with its draft, if there is one. */
export type Authored = {
  /** Of the draft, else of the quest; null for what shipped with the program. */
  authorId: string | null
  state: 'draft' | 'proposed' | 'published' | 'archived'
}

const isAdministrator = ({ role }: AuthoringUser) => passesGuard('admin', role)

/** An author writes their own quests; an administrator any. */
export const mayEdit = ({ authorId }: Authored, viewer: AuthoringUser): boolean =>
  authorId === viewer.userId || isAdministrator(viewer)

/** A second pair of eyes before a quest goes to everybody: staff, not the author; an administrator alone decides any. */
export const mayDecide = ({ authorId, state }: Authored, viewer: AuthoringUser): boolean =>
  state === 'proposed' &&
  isStaff(viewer.role) &&
  (authorId !== viewer.userId || isAdministrator(viewer))

/** Drafts are their author's alone until they are proposed; what is published can be read, and copied, by all who write. */
export const maySee = (authored: Authored, viewer: AuthoringUser): boolean =>
  mayEdit(authored, viewer) ||
  authored.state === 'published' ||
  (authored.state === 'proposed' && isStaff(viewer.role))
