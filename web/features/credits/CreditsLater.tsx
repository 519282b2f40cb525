import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, Page, PageHeading } from '#ui'

/** A page about credits, until a child is ten: they are counted all the same, and guardians and staff see them. */
export const CreditsLater = ({ children }: { children: string }) => (
  <Page>
    <div className="mb-8">
      <PageHeading>{children}</PageHeading>
    </div>
    <EmptyState
      title="This comes later"
      action={<ButtonLink to={paths.portfolio}>See what you have made</ButtonLink>}
    >
      Credits are for high school. Nothing that you do now is lost.
    </EmptyState>
  </Page>
)
