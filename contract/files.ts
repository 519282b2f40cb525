import * as z from 'zod/mini'

import { endpoints } from './endpoint.ts'
import { Id, IdParams } from './fields.ts'

export const UploadedFile = z.object({
  id: Id,
  url: z.string(),
  content_type: z.string(),
  size: z.number(),
  name: z.string(),
})
export type UploadedFile = z.output<typeof UploadedFile>

export const files = endpoints({
  uploadFile: {
    method: 'POST',
    path: '/api/uploads',
    summary: 'Upload one file (multipart field `file`), at most 25 MB',
    access: 'signedIn',
    kind: 'upload',
    idempotent: true,
    reply: UploadedFile,
    status: 201,
  },
  showFile: {
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'The bytes of a file, for those who may see it now',
    access: 'public',
    kind: 'download',
    params: IdParams,
  },
})
