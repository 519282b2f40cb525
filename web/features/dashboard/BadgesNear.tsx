import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { Card } from '#ui'
import { NearBadges } from '#views/badges'

type Props = { badges: Dashboard['badges_near_completion'] }

export const BadgesNear = ({ badges }: Props) => (
  <Card aria-labelledby="badges-near">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
      <h2 id="badges-near" className="text-xl">
        Badges near completion
      </h2>
      <Link to={paths.constellation} className="link inline-flex min-h-11 items-center text-sm">
        Your constellation
      </Link>
    </div>
    {badges.length === 0 ? (
      <p className="text-muted">
        Your work brings you closer to badges. The next ones appear here, along with any you{' '}
        <Link to={paths.badges} className="link">
          set as a goal
        </Link>
        .
      </p>
    ) : (
      <NearBadges badges={badges} />
    )}
  </Card>
)
