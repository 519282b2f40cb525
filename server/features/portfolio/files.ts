import type { FileRule } from '#features/files'
import type { Parts } from '#platform/http'

import { findLinkOwner } from './links.ts'
import { isFileHandedIn, isFileShown } from './queries.ts'

/**
 * A file is open to those who may read the work that it was handed in with, and to everyone who is shown a piece of a
 * portfolio that holds it, for as long as that is so.
 */
export const portfolioFiles =
  (parts: Pick<Parts, 'secret' | 'clock' | 'learners'>): FileRule =>
  async (db, caller, file) => {
    if (await isFileShown(db, file, 'stranger')) return true
    const { may, relation } = await parts.learners.accessOf(caller, file.ownerId)
    const forGuardian = relation === 'guardian'
    if (may('readWork') && (await isFileHandedIn(db, file, { forGuardian }))) return true
    if (file.key === undefined) return false
    const owner = await findLinkOwner({ ...parts, db }, file.key, parts.clock())
    return owner === file.ownerId && isFileShown(db, file, 'link')
  }
