import { Card } from '#ui'
import { apiUrl } from '#web/api'

const TABLES = [
  {
    name: 'users.csv',
    title: 'People',
    about: 'Everyone with an account: name, email address, role, tier, status and date of birth.',
  },
  {
    name: 'credits.csv',
    title: 'Credits',
    about: 'Credits staff recorded by hand: transfers and adjustments, with reasons.',
  },
  {
    name: 'audit.csv',
    title: 'Audit log',
    about: 'Every recorded action since the site was set up, and who did it.',
  },
  {
    name: 'oneroster.zip',
    title: 'Roster (OneRoster 1.2)',
    about:
      'For another system: the last imported roster, with people’s current names. If no roster has been imported, it contains everyone.',
  },
]

/** Data exports of the site. Each download is logged in the audit log. */
const ExportsPage = () => (
  <div className="space-y-5">
    <p className="max-w-text text-muted">
      These files contain personal data: treat them like the school register. Each download is
      recorded in the audit log. Values that look like formulas are exported as text.
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
