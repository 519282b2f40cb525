import type { ReactNode } from 'react'

const WIDTHS = { content: 'max-w-content', text: 'max-w-180', form: 'max-w-form' }

type PageProps = { width?: keyof typeof WIDTHS; children: ReactNode }

/** The room a page stands in: its width, its margins, and the space above its heading. */
export const Page = ({ width = 'content', children }: PageProps) => (
  <div className={`mx-auto w-full px-4 pt-12 pb-16 sm:px-6 print:p-0 ${WIDTHS[width]}`}>
    {children}
  </div>
)

/** As high as the window from the start, so that the footer waits below it until the page has come. */
export const FullHeight = ({ children }: { children: ReactNode }) => (
  <div className="min-h-[calc(100dvh-var(--top-bar))]">{children}</div>
)
