import type { PortfolioLink } from '#contract/portfolio'
import { Card } from '#ui'
import { NewLink, OpenLink } from '#views/links'
import { useApiMutation } from '#web/api'

import { portfolio } from './public-query.ts'

type LinksProps = { links: readonly PortfolioLink[]; isBlocked: boolean }

/** Links for chosen recipients, each with an expiry and a view count; can be ended at any time. */
export const Links = ({ links, isBlocked }: LinksProps) => {
  const end = useApiMutation(portfolio.endPortfolioLink)
  const add = useApiMutation(portfolio.addPortfolioLink)
  return (
    <Card aria-labelledby="links" className="space-y-5">
      <div>
        <h2 id="links" className="text-xl">
          Private links
        </h2>
        <p className="mt-2 text-muted">
          A link shows work marked “Anyone with a link” or “Everyone”, even while your page is not
          public. Each link expires automatically.
        </p>
      </div>
      {links.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {links.map((link) => (
            <OpenLink key={link.id} link={link} end={end} />
          ))}
        </ul>
      ) : null}
      {isBlocked ? null : <NewLink add={(body) => add.mutateAsync({ body })} />}
    </Card>
  )
}
