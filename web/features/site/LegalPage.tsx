import { type ComponentType, lazy, Suspense, useId } from 'react'

import type { Offer } from '#rules/offers'
import { Alert, Page, PageHeading, Skeleton } from '#ui'

import { shownIf } from './offers.ts'

type LegalPageProps = {
  document: {
    title: string
    summary: string
    version: string
    /** YYYY-MM-DD */
    date: string
    contents: { id: string; title: string }[]
  }
  /** See `legalText`. */
  Text: ComponentType
  /** The offer that the document is about, if it only applies with one. */
  about?: Offer
}

/**
 * Body of a document, which is part of the page's HTML and only fetched on client-side navigation.
 * @param loading trusted HTML, generated from content/legal at build time
 */
export const legalText = (loading: Promise<{ default: string }>): ComponentType =>
  lazy(async () => {
    const { default: html } = await loading
    return {
      default: () => (
        <div className="prose lg:mt-8 print:mt-6" dangerouslySetInnerHTML={{ __html: html }} />
      ),
    }
  })

// Fixed locale: prerendered HTML and browsers must agree.
const dateInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A legal document: one column, with its contents first. */
export const LegalPage = ({ document, Text, about }: LegalPageProps) => {
  const { title, summary, version, date, contents } = document
  const id = useId()
  return (
    <Page>
      <article className="lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] lg:gap-x-16 print:block">
        <header className="lg:col-span-2">
          <PageHeading description={summary}>{title}</PageHeading>
          <p className="mt-3 max-w-text text-lg text-muted">{summary}</p>
          <p className="mt-3 text-sm text-muted">
            Version {version}, in force since{' '}
            <time dateTime={date}>{dateInWords.format(new Date(date))}</time>
          </p>
          {about ? (
            <div {...shownIf(`not-${about}`)} className="mt-6">
              <Alert title="Not offered here">
                This school has no academy. The text shows what one would be like.
              </Alert>
            </div>
          ) : null}
        </header>
        <nav
          aria-labelledby={id}
          className="my-8 rounded-card bg-sunk p-5 lg:order-last lg:my-0 lg:mt-8 lg:self-start lg:bg-transparent lg:p-0 lg:sticky lg:top-20 print:hidden"
        >
          <h2 id={id} className="text-base">
            Contents
          </h2>
          <ol className="mt-2 space-y-0.5 text-sm">
            {contents.map((part) => (
              <li key={part.id}>
                <a
                  href={`#${part.id}`}
                  className="inline-flex min-h-7 items-center text-muted underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11"
                >
                  {part.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <Suspense fallback={<Skeleton className="mt-8 h-96" />}>
          <Text />
        </Suspense>
      </article>
    </Page>
  )
}
