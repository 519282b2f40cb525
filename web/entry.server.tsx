import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Runs at build time only, to write the public pages' HTML: complete, without the inline scripts and styles by which a stream
 * would fill in late parts.
 */
const handleRequest = async (
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> => {
  const failures: unknown[] = []
  const page = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  await page.allReady
  if (failures.length > 0) throw failures[0]
  headers.set('content-type', 'text/html')
  return new Response(page, { status, headers })
}

export default handleRequest
