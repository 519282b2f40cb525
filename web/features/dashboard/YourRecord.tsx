import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { SectionCard } from '#ui'

/** Links to credits and transcript, which others can verify. */
export const YourRecord = () => (
  <SectionCard id="your-record" title="Your record">
    <ul className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <li>
        <Link to={paths.credits} className="link font-semibold">
          Credits
        </Link>
        <p className="text-muted">What counts toward a diploma, and what would help most next.</p>
      </li>
      <li>
        <Link to={paths.transcript} className="link font-semibold">
          Transcript
        </Link>
        <p className="text-muted">On paper, as PDF, or as a link for one person.</p>
      </li>
    </ul>
  </SectionCard>
)
