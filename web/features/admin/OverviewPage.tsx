import { Link } from 'react-router'

import { SECTIONS } from './sections.ts'

/** Where an admin begins: what there is to do, by section. */
const OverviewPage = () => (
  <div className="grid gap-6 sm:grid-cols-2">
    {SECTIONS.map((group) => (
      <section key={group.label}>
        <h2 className="mb-2 text-lg">{group.label}</h2>
        <ul className="space-y-1">
          {group.sections.map(({ to, heading }) => (
            <li key={to}>
              <Link to={to} className="link">
                {heading}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

export default OverviewPage
