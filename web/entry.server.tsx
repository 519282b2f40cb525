import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Runs only at build time, to write the HTML of public pages: complete, without the inline scripts and styles that a stream would
 * need to fill in late parts.
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
