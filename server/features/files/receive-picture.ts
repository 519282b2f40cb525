import { buffer } from 'node:stream/consumers'

import type { FastifyRequest } from 'fastify'

import type { UploadedFile } from '#contract/files'
import type { RunOnce, Parts } from '#platform/http'

import { examinePicture } from './examine.ts'
import { receive } from './receive.ts'
import type { Crop } from './redraw-picture.ts'
import { storeUpload, storageOf } from './store-upload.ts'

/** Receives a re-encoded image in the field `file` without storing it. */
export const receivePictureBytes = (
  parts: Parts,
  scratch: string,
  from: { request: FastifyRequest; ownerId: string },
  cut: Crop,
): Promise<{ bytes: Buffer; contentType: string }> =>
  receive(storageOf(parts), scratch, from, async (incoming) => {
    const { open, contentType } = await examinePicture(incoming, from.ownerId, cut)
    return { bytes: await buffer(open()), contentType }
  })

/** Receives an image in the field `file` and stores it, cropped to a size. */
export const storeReceivedPicture = (
  parts: Parts,
  scratch: string,
  from: { request: FastifyRequest; ownerId: string; once: RunOnce },
  cut: Crop,
): Promise<UploadedFile> => {
  const storage = storageOf(parts)
  const { ownerId, once } = from
  return receive(storage, scratch, from, async (incoming, holdId) => {
    const content = await examinePicture(incoming, ownerId, cut)
    return storeUpload(storage, { ownerId, holdId }, content, once, incoming.sha256)
  })
}
