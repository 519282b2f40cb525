import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'

import { Alert, Button, toast, VisuallyHidden } from '#ui'
import { messageOf } from '#web/api'
import { ago, dateOf } from '#web/format'

export type PrivateLink = {
  id: string
  label: string
  url: string
  expires_at: string
  views: number
  last_viewed_at: string | null
}

type OpenLinkProps = {
  link: PrivateLink
  /** Content of the link, if links differ. */
  shows?: string
  end: {
    mutate: (input: { params: { id: string } }) => void
    isPending: boolean
    isError: boolean
    error: unknown
  }
}

const opened = ({ views, last_viewed_at }: PrivateLink, now: number) => {
  if (views === 0 || last_viewed_at === null) return 'not opened yet'
  return `opened ${views === 1 ? 'once' : `${views} times`}, last ${ago(last_viewed_at, now)}`
}

/** A recipient's link with expiry and number of views; can be copied and ended. */
export const OpenLink = ({ link, shows, end }: OpenLinkProps) => {
  const [now] = useState(() => Date.now())
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url)
      toast.success('Link copied')
    } catch {
      toast.error('The link could not be copied. Please copy it by hand.')
    }
  }
  return (
    <li className="space-y-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">{link.label}</p>
          <p className="text-sm text-muted">
            {shows ? `${shows}. ` : ''}Until {dateOf(link.expires_at)}, {opened(link, now)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="small"
            icon={<Copy aria-hidden size={16} />}
            onClick={() => void copy()}
          >
            Copy <VisuallyHidden>the link for {link.label}</VisuallyHidden>
          </Button>
          <Button
            variant="danger"
            size="small"
            busy={end.isPending}
            onClick={() => end.mutate({ params: { id: link.id } })}
          >
            Turn off <VisuallyHidden>the link for {link.label}</VisuallyHidden>
          </Button>
        </div>
      </div>
      <p className="rounded-control bg-sunk px-3 py-2 text-sm">{link.url}</p>
      {end.isError ? (
        <Alert tone="danger" role="alert">
          {messageOf(end.error, 'The link could not be turned off. Please try again.')}
        </Alert>
      ) : null}
    </li>
  )
}
