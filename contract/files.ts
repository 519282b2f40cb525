import * as z from 'zod/mini'

import { endpoints } from './endpoint.ts'
import { Id, IdParams } from './fields.ts'

/** bytes */
export const MAX_UPLOAD = 25 * 1024 * 1024
/** bytes; larger files go over the resumable calls, so that a lost connection does not begin again */
export const RESUMABLE_ABOVE = 10 * 1024 * 1024

/**
 * For the file chooser's `accept`. The formats are named one by one on purpose: telephones that take pictures in another
 * format then convert them by themselves.
 */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
export const ACCEPTED_FILES = `${ACCEPTED_PICTURES},.pdf,.mp3,.m4a,.ogg,.wav,.mp4,.webm,.mov,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.md`

/** A file as evidence blocks name it. Pictures were drawn anew: type, size and the end of the name may have changed. */
export const UploadedFile = z.object({
  id: Id,
  url: z.string(),
  content_type: z.string(),
  /** bytes */
  size: z.number(),
  name: z.string(),
  /** Pictures only, in pixels. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})
export type UploadedFile = z.output<typeof UploadedFile>

export const files = endpoints({
  uploadFile: {
    method: 'POST',
    path: '/api/uploads',
    summary: 'Upload a file in the field `file`, 25 MB at most',
    access: 'signedIn',
    kind: 'upload',
    idempotent: true,
    reply: UploadedFile,
    status: 201,
  },
  showUpload: {
    method: 'GET',
    path: '/api/uploads/{id}',
    summary: 'An own upload; after a resumable one, its result',
    access: 'signedIn',
    params: IdParams,
    reply: UploadedFile,
  },
  startResumable: {
    method: 'POST',
    path: '/api/uploads/resumable',
    summary: 'Announce a resumable upload (tus 1.0, with Upload-Length)',
    access: 'signedIn',
    kind: 'download',
  },
  findResumable: {
    method: 'HEAD',
    path: '/api/uploads/resumable/{id}',
    summary: 'How much of a resumable upload has arrived (tus 1.0)',
    access: 'signedIn',
    kind: 'download',
    params: IdParams,
  },
  continueResumable: {
    method: 'PATCH',
    path: '/api/uploads/resumable/{id}',
    summary: 'Send the next part of a resumable upload (tus 1.0)',
    access: 'signedIn',
    kind: 'download',
    params: IdParams,
  },
  cancelResumable: {
    method: 'DELETE',
    path: '/api/uploads/resumable/{id}',
    summary: 'Give up a resumable upload (tus 1.0)',
    access: 'signedIn',
    kind: 'download',
    params: IdParams,
  },
  showFile: {
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'The bytes of a file, for those who may see it now; understands Range',
    access: 'public',
    kind: 'download',
    params: IdParams,
  },
})
