import { buffer } from 'node:stream/consumers'

import type { FastifyRequest } from 'fastify'

import type { UploadedFile } from '#contract/files'
import type { Once, Parts } from '#platform/http'

import type { Cut } from './encode-picture.ts'
import { examinePicture } from './examine.ts'
import { receive } from './receive.ts'
import { storeUpload, storageOf } from './store-upload.ts'

/** Receives a picture in the field `file`, drawn anew, and keeps nothing of it. */
export const takePicture = (
  scratch: string,
  request: FastifyRequest,
  cut: Cut,
): Promise<{ bytes: Buffer; contentType: string }> =>
  receive(request, scratch, async (incoming) => {
    const { open, contentType } = await examinePicture(incoming, cut)
    const bytes = open()
    return { bytes: Buffer.isBuffer(bytes) ? bytes : await buffer(bytes), contentType }
  })

/** Receives a picture in the field `file` and keeps it, cut to a size. */
export const receivePicture = (
  parts: Parts,
  scratch: string,
  from: { request: FastifyRequest; ownerId: string; once: Once },
  cut: Cut,
): Promise<UploadedFile> =>
  receive(from.request, scratch, async (incoming) => {
    const content = await examinePicture(incoming, cut)
    return storeUpload(storageOf(parts), from.ownerId, content, from.once, incoming.sha256)
  })
