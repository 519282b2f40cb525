import { PassThrough } from 'node:stream'

import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Runs at build time only, to write the public pages' HTML: complete, without the inline scripts and styles by which a stream
 * would fill in late parts.
 */
const handleRequest = (
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        headers.set('content-type', 'text/html')
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onError: reject,
    })
  })

export default handleRequest
