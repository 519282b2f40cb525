import type { FastifyRequest } from 'fastify'

import type { UploadedFile } from '#contract/files'
import type { Once, Parts } from '#platform/http'

import { examineSquare } from './examine.ts'
import { receive } from './receive.ts'
import { storeUpload, storageOf } from './store-upload.ts'

/** Receives a picture in the field `file` and keeps a square of it, `side` pixels wide. */
export const receiveSquare = (
  parts: Parts,
  scratch: string,
  from: { request: FastifyRequest; ownerId: string; once: Once },
  side: number,
): Promise<UploadedFile> =>
  receive(from.request, scratch, async (incoming) => {
    const content = await examineSquare(incoming, side)
    return storeUpload(storageOf(parts), from.ownerId, content, from.once, incoming.sha256)
  })
