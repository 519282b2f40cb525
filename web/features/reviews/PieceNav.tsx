import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Keyboard from 'lucide-react/icons/keyboard'
import { Link, useLocation } from 'react-router'

import type { Review } from '#contract/reviews'
import { Button, ButtonLink } from '#ui'

type PieceNavProps = Pick<Review, 'neighbours'> & {
  /** URL of a submission, or of the queue for null. */
  pathOf: (id: string | null) => string
  onHelp: () => void
}

/** Links to the queue and the neighboring submissions. */
export const PieceNav = ({ neighbours, pathOf, onHelp }: PieceNavProps) => {
  const { state } = useLocation()
  return (
    <nav
      aria-label="Pieces"
      className="no-print mb-4 flex flex-wrap items-center justify-between gap-2"
    >
      <Link to={pathOf(null)} state={state} className="link">
        Work to review
      </Link>
      <div className="flex items-center gap-2">
        <Button
          variant="quiet"
          size="small"
          icon={<Keyboard aria-hidden size={16} />}
          onClick={onHelp}
        >
          Keys
        </Button>
        {neighbours.previous ? (
          <ButtonLink
            variant="secondary"
            size="small"
            to={pathOf(neighbours.previous)}
            state={state}
            icon={<ChevronLeft aria-hidden size={16} />}
          >
            Previous
          </ButtonLink>
        ) : null}
        {neighbours.next ? (
          <ButtonLink
            variant="secondary"
            size="small"
            to={pathOf(neighbours.next)}
            state={state}
            icon={<ChevronRight aria-hidden size={16} />}
          >
            Next
          </ButtonLink>
        ) : null}
      </div>
    </nav>
  )
}
