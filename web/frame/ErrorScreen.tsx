import House from 'lucide-react/icons/house'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { Component, type ReactNode, useState } from 'react'

import { paths } from '#contract/paths'
import { Button, Constellation, PageHeading } from '#ui'

// Across all error screens of one page load.
let errors = 0
export const countError = () => {
  errors += 1
}

type ErrorScreenProps = { onTryAgain: () => void }

export const ErrorScreen = ({ onTryAgain }: ErrorScreenProps) => (
  <div className="mx-auto flex max-w-form flex-col items-center px-4 py-16 text-center">
    <Constellation className="mb-6 h-20 text-muted" />
    <div role="alert">
      <PageHeading>Oops! Something went wrong</PageHeading>
      <p className="mt-3 text-muted">
        This page could not be shown. Everything you had already saved is safe.
      </p>
      {errors > 2 ? (
        <p className="mt-3 font-medium">
          It keeps happening. Refreshing the page in your browser may help.
        </p>
      ) : null}
    </div>
    <div className="mt-6 flex flex-wrap justify-center gap-3">
      <Button
        icon={<RotateCw aria-hidden size={18} />}
        onClick={() => (errors > 3 ? window.location.reload() : onTryAgain())}
      >
        Try Again
      </Button>
      <Button
        variant="secondary"
        icon={<House aria-hidden size={18} />}
        onClick={() => window.location.assign(paths.home)}
      >
        Go to Home
      </Button>
    </div>
    <p className="mt-6 text-sm text-muted">
      {/* Loads the page anew: this one may be what is broken. */}
      <a href={paths.status} className="link">
        See what is working
      </a>
    </p>
  </div>
)

/** Replaces a page if the user cannot be loaded. */
export const Unreachable = ({ onTryAgain }: ErrorScreenProps) => {
  useState(countError)
  return <ErrorScreen onTryAgain={onTryAgain} />
}

type CatchProps = {
  children: ReactNode
  /** Another page starts without the error. */ page: string
}

/** Error boundary that shows the error screen. React supports these only as classes. */
export class CatchErrors extends Component<CatchProps, { failedOn: string | undefined }> {
  override state = { failedOn: undefined as string | undefined }

  override componentDidCatch() {
    countError()
    this.setState({ failedOn: this.props.page })
  }

  static getDerivedStateFromError() {
    return { failedOn: '' }
  }

  static getDerivedStateFromProps(props: CatchProps, state: { failedOn: string | undefined }) {
    return state.failedOn && state.failedOn !== props.page ? { failedOn: undefined } : null
  }

  override render() {
    return this.state.failedOn === undefined ? (
      this.props.children
    ) : (
      <ErrorScreen onTryAgain={() => this.setState({ failedOn: undefined })} />
    )
  }
}
