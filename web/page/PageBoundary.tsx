import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'

import { ButtonLink, EmptyState, ErrorState, Page, PageHeading, PageTitle, Spinner } from '#ui'
import { ApiError } from '#web/api'

/** Texts of a page's error states; its module exports them as `handle`. */
export type PageTexts = {
  /** "The quest could not be loaded". */
  failed?: string
  /** Shown instead for URLs without content (404) or with an invalid id (400). */
  missing?: {
    title: string
    text: string
    action?: { to: string; label: string }
  }
}

const NOTHING = {
  title: 'There is nothing here',
  text: 'It may have been removed, or the link may be incomplete.',
}

type PageBoundaryProps = {
  /** Inside a layout with its own heading and margins. */
  nested?: boolean
  /** Title while the page loads, if the layout's heading sets none. */
  title?: string | undefined
}

/** Suspense and error boundary of a layout's pages. */
export const PageBoundary = ({ nested = false, title }: PageBoundaryProps) => {
  const { pathname } = useLocation()
  const { reset } = useQueryErrorResetBoundary()
  const words = (useMatches().at(-1)?.handle ?? {}) as PageTexts
  const { failed = 'This page could not be loaded', missing = NOTHING } = words
  return (
    <CatchFailure
      page={pathname}
      render={(error, clear) => {
        const failure =
          error.status === 404 || error.status === 400 ? (
            <Missing {...missing} />
          ) : (
            <>
              {nested ? null : <PageHeading className="visually-hidden">{failed}</PageHeading>}
              <ErrorState
                title={failed}
                error={error}
                onRetry={() => {
                  reset()
                  clear()
                }}
              />
            </>
          )
        return nested ? failure : <Page>{failure}</Page>
      }}
    >
      <Suspense
        fallback={
          <>
            {nested && !title ? null : <PageTitle title={title} />}
            <Spinner />
          </>
        }
      >
        <Outlet />
      </Suspense>
    </CatchFailure>
  )
}

const Missing = ({ title, text, action }: NonNullable<PageTexts['missing']>) => (
  <>
    <PageHeading className="visually-hidden">{title}</PageHeading>
    <EmptyState
      title={title}
      action={action ? <ButtonLink to={action.to}>{action.label}</ButtonLink> : null}
    >
      {text}
    </EmptyState>
  </>
)

type CatchFailureProps = {
  children: ReactNode
  render: (error: ApiError, clear: () => void) => ReactNode
  /** Resets the error on navigation. */
  page: string
}

type Failure = { error: unknown; page: string }

/** Catches errors of queries; all other errors reach the error screen. */
class CatchFailure extends Component<CatchFailureProps, { failure: Failure | undefined }> {
  override state = { failure: undefined as Failure | undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, page: '' } }
  }

  static getDerivedStateFromProps(
    { page }: CatchFailureProps,
    { failure }: { failure: Failure | undefined },
  ) {
    if (!failure || failure.page === page) return null
    return failure.page === '' ? { failure: { ...failure, page } } : { failure: undefined }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (!(failure.error instanceof ApiError)) throw failure.error
    return this.props.render(failure.error, () => this.setState({ failure: undefined }))
  }
}
