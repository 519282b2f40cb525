import { Card } from '#ui'
import { apiUrl } from '#web/api'

const TABLES = [
  {
    name: 'users.csv',
    title: 'People',
    about: 'Everybody with an account: name, address, role, tier, state and birthday.',
  },
  {
    name: 'credits.csv',
    title: 'Credits',
    about:
      'What staff have recorded by hand: transferred credit and adjustments, with their reasons.',
  },
  {
    name: 'audit.csv',
    title: 'Audit log',
    about: 'Who did what to whom, from the first day.',
  },
  {
    name: 'oneroster.zip',
    title: 'Roster (OneRoster 1.2)',
    about:
      'For another system: the roster imported last, with the names people have here now. If there was none, everybody.',
  },
]

/** Data exports of the site. Each download is logged in the audit log. */
const ExportsPage = () => (
  <div className="space-y-5">
    <p className="max-w-text text-muted">
      These hold personal data: treat them as you would the school register. Each download is in the
      audit log. What looks like a formula stays text in every spreadsheet.
    </p>
    <ul className="grid gap-4 sm:grid-cols-2">
      {TABLES.map(({ name, title, about }) => (
        <li key={name}>
          <Card className="flex h-full flex-col gap-3">
            <h2 className="text-lg">{title}</h2>
            <p className="grow text-muted">{about}</p>
            <a href={apiUrl(`/api/admin/exports/${name}`)} download className="link font-semibold">
              Download {name}
            </a>
          </Card>
        </li>
      ))}
    </ul>
  </div>
)

export default ExportsPage
