import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { shownIf, useSettings } from '#views/site'

import { ThemeSwitch } from './ThemeSwitch.tsx'

const YEAR = new Date().getFullYear()

const LINK =
  'inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline'

const LINKS = [
  [paths.terms, 'Terms of Service'],
  [paths.privacy, 'Privacy Policy'],
  [paths.verify, 'Verify a record'],
  [paths.status, 'Status'],
] as const

export const Footer = () => {
  const { site_name, support_email } = useSettings()
  return (
    <footer className="no-print border-t border-line bg-bg text-sm text-muted">
      <div className="mx-auto flex max-w-content flex-wrap items-center gap-x-4 gap-y-3 px-4 py-5 sm:px-6">
        <p suppressHydrationWarning className="min-w-0">
          © {YEAR} {site_name}. All rights reserved.
        </p>
        {LINKS.map(([to, label]) => (
          <Link key={to} to={to} className={LINK}>
            {label}
          </Link>
        ))}
        <Link to={paths.academyHandbook} className={LINK} {...shownIf('accredited_diploma')}>
          Academy Handbook
        </Link>
        {support_email ? (
          <a href={`mailto:${support_email}`} className={LINK}>
            {support_email}
          </a>
        ) : null}
        <div className="ml-auto">
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
