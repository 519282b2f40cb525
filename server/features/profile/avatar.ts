import type { FastifyRequest } from 'fastify'

import { AVATAR_SIDE } from '#contract/profile'
import { attachFiles, dropFiles, storeReceivedPicture } from '#features/files'
import { storeAvatar } from '#features/people'
import { type Db, transaction } from '#platform/database'
import type { RunOnce, Parts } from '#platform/http'

const SQUARE = { width: AVATAR_SIDE, height: AVATAR_SIDE }

/** Makes an uploaded image the caller's avatar; the next sweep deletes the previous one. */
export const changeAvatar = async (
  parts: Parts,
  scratch: string,
  from: { request: FastifyRequest; ownerId: string; once: RunOnce },
): Promise<void> => {
  const { id } = await storeReceivedPicture(parts, scratch, from, SQUARE)
  await transaction(parts.db, async (db) => {
    await attachFiles(db, from.ownerId, [id])
    await replaceAvatar(db, from.ownerId, id)
  })
}

export const replaceAvatar = (db: Db, ownerId: string, fileId: string | null): Promise<void> =>
  transaction(db, async (db) => {
    const old = await storeAvatar(db, ownerId, fileId)
    if (old && old !== fileId) await dropFiles(db, ownerId, [old])
  })
