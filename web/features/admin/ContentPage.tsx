import { Link } from 'react-router'

import { paths } from '#contract/paths'

const LINKS = [
  {
    to: paths.authoredQuests,
    label: 'Quests',
    words:
      'Write quests, review proposals, publish and archive. Learners keep the version they started with.',
  },
  {
    to: paths.authoredBadges,
    label: 'Badges',
    words:
      'Artwork and criteria. Changing the criteria of a badge someone has earned creates a new version.',
  },
] as const

/** Entry points to content authoring. */
const ContentPage = () => (
  <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
    {LINKS.map(({ to, label, words }) => (
      <li key={to} className="py-4">
        <Link to={to} className="link text-lg font-semibold">
          {label}
        </Link>
        <p className="text-muted">{words}</p>
      </li>
    ))}
  </ul>
)

export default ContentPage
