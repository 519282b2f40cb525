import * as z from 'zod/mini'

import { type CallLimit, del, endpoints, get, head, patch, post } from './endpoint.ts'
import { Id, text } from './fields.ts'
import { USUAL } from './limits.ts'

/**
 * Uploaded file, as evidence blocks reference it. Pictures are re-encoded: type, size and extension may differ from the original.
 */
export const UploadedFile = z.object({
  id: Id,
  url: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number(),
  name: z.string(),
  /** Pixels; pictures only. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /**
   * True if embedded metadata (place, time, author) could be removed; null until tried. Only family and advisor can see a file
   * unless this is true.
   */
  publishable: z.nullable(z.boolean()),
})
export type UploadedFile = z.output<typeof UploadedFile>

/** Parts of a file arrive in quick succession. */
const PARTS = { ...USUAL, name: 'upload-parts', points: 6000 } satisfies CallLimit

export const files = endpoints({
  uploadFile: post('/api/uploads', {
    summary: 'Upload a file of up to 25 MB in the field `file`',
    access: 'signedIn',
    limit: USUAL,
    kind: 'upload',
    idempotent: true,
    reply: UploadedFile,
    status: 201,
  }),
  showUpload: get('/api/uploads/{id}', {
    summary: 'One of the caller’s uploads, including the result of a resumable one',
    access: 'signedIn',
    reply: UploadedFile,
  }),
  startResumable: post('/api/uploads/resumable', {
    summary: 'Create a resumable upload (tus 1.0, with Upload-Length)',
    access: 'signedIn',
    limit: USUAL,
    kind: 'download',
  }),
  findResumable: head('/api/uploads/resumable/{id}', {
    summary: 'The offset of a resumable upload (tus 1.0)',
    access: 'signedIn',
    kind: 'download',
  }),
  continueResumable: patch('/api/uploads/resumable/{id}', {
    summary: 'Upload the next chunk of a resumable upload (tus 1.0)',
    access: 'signedIn',
    limit: PARTS,
    kind: 'download',
  }),
  cancelResumable: del('/api/uploads/resumable/{id}', {
    summary: 'Cancel a resumable upload (tus 1.0)',
    access: 'signedIn',
    limit: USUAL,
    kind: 'download',
  }),
  showFile: get('/api/files/{id}', {
    summary: 'A file’s bytes, for anyone with current access; supports Range',
    access: 'public',
    kind: 'download',
    /** Secret from the last part of a portfolio link. */
    query: z.object({ key: z.optional(text(100)) }),
  }),
})
