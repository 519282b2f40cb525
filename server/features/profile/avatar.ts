import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'

import { AVATAR_SIDE } from '#contract/profile'
import {
  attachFiles,
  dropFiles,
  importFile,
  insertImportedFile,
  insertReservation,
  storeReceivedPicture,
} from '#features/files'
import { storeAvatar } from '#features/people'
import { type Db, transaction } from '#platform/database'
import { forbidden, type RunOnce, type Parts } from '#platform/http'
import { CONSENT_AGE, isChild } from '#rules/age'
import { type AvatarDrawing, avatarSvg } from '#rules/art/avatars'

import { findProfile } from './queries.ts'

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

/** @throws forbidden for a child: no photograph of one is shown to others */
export const requireUploader = async (db: Db, ownerId: string, now: Date): Promise<void> => {
  const { date_of_birth } = await findProfile(db, ownerId)
  const today = now.toISOString().slice(0, 10)
  if (isChild(date_of_birth, today)) throw forbidden(DRAWN_ONLY)
}

const DRAWN_ONLY = `Until you are ${CONSENT_AGE}, please choose one of the drawn pictures.`

/** Makes a drawn picture the caller's avatar. */
export const chooseDrawing = async (
  { db, files, clock }: Pick<Parts, 'db' | 'files' | 'clock'>,
  scratch: string,
  ownerId: string,
  drawing: AvatarDrawing,
): Promise<void> => {
  const bytes = await sharp(Buffer.from(avatarSvg(drawing, AVATAR_SIDE)))
    .png()
    .toBuffer()
  const id = randomUUID()
  const file = { id, name: `${drawing}.png`, bytes }
  const content = await importFile({ files, scratch }, file, ({ name, size }) =>
    insertReservation(db, ownerId, { id, name, size, purpose: 'hold' }),
  )
  await transaction(db, async (db) => {
    await insertImportedFile(db, { id, ownerId, content }, clock())
    await attachFiles(db, ownerId, [id])
    await replaceAvatar(db, ownerId, id)
  })
}

export const replaceAvatar = (db: Db, ownerId: string, fileId: string | null): Promise<void> =>
  transaction(db, async (db) => {
    const old = await storeAvatar(db, ownerId, fileId)
    if (old && old !== fileId) await dropFiles(db, ownerId, [old])
  })
