import type { ReactNode } from 'react'

import { Page } from '#ui/page'
import { PageHeading } from '#ui/page-heading'

type LegalPageProps = { title: string; since: string; children: ReactNode }

/** A document to read: one column, plain words. */
export const LegalPage = ({ title, since, children }: LegalPageProps) => (
  <Page width="text">
    <article>
      <PageHeading>{title}</PageHeading>
      <p className="mt-2 mb-8 text-muted">In force since {since}</p>
      <div className="prose">{children}</div>
    </article>
  </Page>
)
