import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'

import { Button, Skeleton } from '#ui'

import { PinMark } from './PinMark.tsx'
import type { OnPin, Pin } from './pins.ts'

type Props = { src: string; name: string; pins: readonly Pin[]; onPin?: OnPin | undefined }

type Opened = { document: PDFDocumentProxy } | 'encrypted' | 'failed'

/** Longer documents are opened separately. */
const MAX_PAGES = 100

const open = async (src: string) => {
  const [pdf, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ])
  pdf.GlobalWorkerOptions.workerSrc = worker
  return pdf.getDocument({ url: src, withCredentials: true })
}

/** Shows a PDF inline. Renders only visible pages, to save memory. */
export const PdfEvidence = ({ src, name, pins, onPin }: Props) => {
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isGone = false
    let close: (() => unknown) | undefined
    const report = (found: Opened) => {
      if (!isGone) setOpened(found)
    }
    open(src)
      .then(async (task) => {
        close = () => task.destroy()
        if (isGone) return close()
        return report({ document: await task.promise })
      })
      .catch((error: unknown) => {
        const isLocked = error instanceof Error && error.name === 'PasswordException'
        report(isLocked ? 'encrypted' : 'failed')
      })
    return () => {
      isGone = true
      void close?.()
    }
  }, [src])

  if (opened === undefined) return <Skeleton className="h-96" />
  if (typeof opened === 'string') {
    return (
      <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-muted">
        {opened === 'encrypted'
          ? 'This PDF is password-protected. Ask for a version without a password.'
          : 'This PDF cannot be shown here.'}{' '}
        <a href={src} target="_blank" rel="noopener" className="link">
          Open {name}
        </a>
      </p>
    )
  }
  const { document } = opened
  const count = Math.min(document.numPages, MAX_PAGES)
  return (
    <div
      className="max-h-[80dvh] space-y-4 overflow-auto rounded-card border border-line bg-sunk p-3"
      role="group"
      aria-label={`PDF: ${name}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <PdfPage
          key={number}
          document={document}
          number={number}
          pins={pins.filter(
            ({ selector }) =>
              selector.type === 'FragmentSelector' && selector.value === `page=${number}`,
          )}
          onPin={onPin}
        />
      ))}
      {document.numPages > count ? (
        <p className="text-center text-sm text-muted">
          {document.numPages - count} more pages:{' '}
          <a href={src} target="_blank" rel="noopener" className="link">
            open {name}
          </a>
        </p>
      ) : null}
    </div>
  )
}

type PageProps = {
  document: PDFDocumentProxy
  number: number
  pins: readonly Pin[]
  onPin?: OnPin | undefined
}

const PdfPage = ({ document, number, pins, onPin }: PageProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  const [ratio, setRatio] = useState(1 / Math.SQRT2)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
      },
      { rootMargin: '600px' },
    )
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isSeen) return undefined
    let cancel: (() => void) | undefined
    let isGone = false
    const draw = async () => {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      setRatio(width / height)
      if (isGone || !canvas.current || !words.current) return
      const shown = frame.current?.clientWidth ?? width
      const viewport = page.getViewport({ scale: (shown / width) * window.devicePixelRatio })
      canvas.current.width = viewport.width
      canvas.current.height = viewport.height
      const task = page.render({ canvas: canvas.current, viewport })
      cancel = () => task.cancel()
      await task.promise
      const { TextLayer } = await import('pdfjs-dist')
      if (isGone || !words.current) return
      words.current.replaceChildren()
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: words.current,
        viewport: page.getViewport({ scale: shown / width }),
      })
      words.current.style.setProperty('--total-scale-factor', String(shown / width))
      await layer.render()
    }
    // A page that fails to render stays white; the file can be opened separately.
    draw().catch(() => undefined)
    return () => {
      isGone = true
      cancel?.()
    }
  }, [document, number, isSeen])

  return (
    <div>
      <div
        ref={frame}
        className="relative w-full overflow-hidden rounded-control bg-white shadow-low"
        style={{ aspectRatio: ratio }}
      >
        <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
        <div ref={words} className="pdf-words absolute inset-0" />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
        Page {number}
        {pins.map((pin) => (
          <PinMark key={pin.number} pin={pin} />
        ))}
        {onPin ? (
          <Button
            variant="quiet"
            size="small"
            icon={<MessageSquarePlus aria-hidden size={16} />}
            onClick={() => onPin({ type: 'FragmentSelector', value: `page=${number}` })}
          >
            Pin a comment to page {number}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
