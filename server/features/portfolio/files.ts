import type { FileRule } from '#features/files'
import type { Parts } from '#platform/http'

import { findLinkOwner } from './links.ts'
import { isFileShown } from './queries.ts'
import { viewerOf } from './viewer.ts'

/** Files stand open to those who see a piece of a portfolio that holds them, for as long as they see it. */
export const portfolioFiles =
  (parts: Pick<Parts, 'secret' | 'clock'>): FileRule =>
  async (db, caller, file) => {
    if (await isFileShown(db, file, 'stranger')) return true
    const viewer = await viewerOf(db, caller, file.ownerId)
    if (viewer !== 'stranger' && (await isFileShown(db, file, viewer))) return true
    if (file.key === undefined) return false
    const owner = await findLinkOwner({ ...parts, db }, file.key, parts.clock())
    return owner === file.ownerId && isFileShown(db, file, 'link')
  }
