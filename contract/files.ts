import * as z from 'zod/mini'

import { type CallLimit, del, endpoints, get, head, patch, post } from './endpoint.ts'
import { Id, text } from './fields.ts'
import { USUAL } from './limits.ts'

/** A file as evidence blocks name it. Pictures were encoded again: type, size and the end of the name may have changed. */
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
  /**
   * Whether what it said besides its content (where, when, by whom it was made) could be taken out; null until that was
   * tried. Others than family and advisor never get to see a file of which this is not true.
   */
  publishable: z.nullable(z.boolean()),
})
export type UploadedFile = z.output<typeof UploadedFile>

/** Parts of a file follow each other as fast as the line allows. */
const PARTS = { ...USUAL, name: 'upload-parts', points: 6000 } satisfies CallLimit

export const files = endpoints({
  uploadFile: post('/api/uploads', {
    summary: 'Upload a file in the field `file`, 25 MB at most',
    access: 'signedIn',
    limit: USUAL,
    kind: 'upload',
    idempotent: true,
    reply: UploadedFile,
    status: 201,
  }),
  showUpload: get('/api/uploads/{id}', {
    summary: 'An own upload; after a resumable one, its result',
    access: 'signedIn',
    reply: UploadedFile,
  }),
  startResumable: post('/api/uploads/resumable', {
    summary: 'Announce a resumable upload (tus 1.0, with Upload-Length)',
    access: 'signedIn',
    limit: USUAL,
    kind: 'download',
  }),
  findResumable: head('/api/uploads/resumable/{id}', {
    summary: 'How much of a resumable upload has arrived (tus 1.0)',
    access: 'signedIn',
    kind: 'download',
  }),
  continueResumable: patch('/api/uploads/resumable/{id}', {
    summary: 'Send the next part of a resumable upload (tus 1.0)',
    access: 'signedIn',
    limit: PARTS,
    kind: 'download',
  }),
  cancelResumable: del('/api/uploads/resumable/{id}', {
    summary: 'Give up a resumable upload (tus 1.0)',
    access: 'signedIn',
    limit: USUAL,
    kind: 'download',
  }),
  showFile: get('/api/files/{id}', {
    summary: 'The bytes of a file, for those who may see it now; understands Range',
    access: 'public',
    kind: 'download',
    /** What a link to a portfolio has in its last part. */
    query: z.object({ key: z.optional(text(100)) }),
  }),
})
