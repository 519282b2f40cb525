import type { ReactNode } from 'react'

const WIDTHS = { content: 'max-w-content', text: 'max-w-180', form: 'max-w-form' }

type PageProps = { width?: keyof typeof WIDTHS; children: ReactNode }

/** Width, margins and top space of a page. */
export const Page = ({ width = 'content', children }: PageProps) => (
  <div className={`mx-auto w-full px-4 pt-12 pb-16 sm:px-6 print:p-0 ${WIDTHS[width]}`}>
    {children}
  </div>
)

/** At least window height, so that the footer stays below until the page loads. */
export const FullHeight = ({ children }: { children: ReactNode }) => (
  <div className="min-h-[calc(100dvh-var(--top-bar))]">{children}</div>
)
