import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** Sends a PDF that search engines must not index. */
export const sendPdf = (reply: FastifyReply, name: string, pdf: Buffer): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(`${name}.pdf`),
      'content-length': pdf.length,
      'x-robots-tag': 'noindex',
    })
    .send(pdf)
