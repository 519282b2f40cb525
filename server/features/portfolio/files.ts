import type { FileRule } from '#features/files'
import type { Parts } from '#platform/http'

import { findOpenLink } from './links.ts'
import { isFileShown } from './queries.ts'

/** A file is readable by everyone who may see a portfolio piece that contains it. */
export const portfolioFiles =
  (parts: Pick<Parts, 'secret' | 'clock'>): FileRule =>
  async (db, _caller, file) => {
    if (await isFileShown(db, file, 'stranger')) return true
    if (file.key === undefined) return false
    const link = await findOpenLink({ ...parts, db }, file.key, parts.clock())
    return link?.learner_id === file.ownerId && isFileShown(db, file, 'link')
  }
