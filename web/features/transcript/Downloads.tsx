import Download from 'lucide-react/icons/download'
import { type MouseEvent, useState } from 'react'

import { Select } from '#ui'
import { useRefreshUser } from '#views/auth'
import { apiUrl } from '#web/api'

type Paper = 'letter' | 'a4'

const PAPERS = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
]

// Of the English-speaking regions, only these two use Letter.
const USES_LETTER = /-(US|CA)\b/

/** Guesses the reader's paper size from the language. */
export const defaultPaper = (): Paper => (USES_LETTER.test(navigator.language) ? 'letter' : 'a4')

/** The download uses the session's short-lived cookie, which a call refreshes first. */
const useFetchIt = (url: string) => {
  const refresh = useRefreshUser()
  const fetchIt = async () => {
    await refresh()
    window.location.assign(url)
  }
  return (event: MouseEvent) => {
    event.preventDefault()
    void fetchIt()
  }
}

type PdfLinkProps = {
  /** URL without a query. */
  href: string
  query?: Record<string, string>
  label?: string
  /** Id of the select, if a page has several. */
  id?: string
  /** False if the link is public. */
  needsSession?: boolean
}

/** PDF download with a choice of paper sizes. */
export const PdfLink = ({
  href,
  query,
  label = 'Download PDF',
  id = 'paper',
  needsSession = true,
}: PdfLinkProps) => {
  const [paper, setPaper] = useState<string>(defaultPaper)
  const url = `${apiUrl(href)}?${new URLSearchParams({ ...query, paper })}`
  const fetchIt = useFetchIt(url)
  return (
    <div className="no-print flex flex-wrap items-end gap-3">
      <div className="w-28">
        <Select
          id={id}
          label="Paper"
          value={paper}
          options={PAPERS}
          onChange={(event) => setPaper(event.target.value)}
        />
      </div>
      <a
        href={url}
        onClick={needsSession ? fetchIt : undefined}
        className="inline-flex min-h-11 items-center gap-2 rounded-control border border-transparent bg-brand px-4 py-2 font-semibold text-on-brand no-underline hover:bg-brand-strong"
      >
        <Download aria-hidden size={18} />
        {label}
      </a>
    </div>
  )
}

/** PDF download within a list of links. */
export const SmallPdfLink = ({ href, of }: { href: string; of: string }) => (
  <a
    href={apiUrl(href)}
    onClick={useFetchIt(apiUrl(href))}
    className="link inline-flex min-h-8 items-center gap-1.5 font-semibold"
  >
    <Download aria-hidden size={16} />
    PDF<span className="visually-hidden"> of {of}</span>
  </a>
)
