import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'

import { paths } from '#contract/paths'
import { Page, PageHeading } from '#ui'
import { PageBoundary } from '#web/page'

import { sectionAt, SECTIONS } from './sections.ts'

/** Layout of the administration: section list beside the open section; on small screens, behind a button above it. */
const AdminPage = () => {
  const { pathname } = useLocation()
  const current = sectionAt(pathname)
  const isSection = current?.to === pathname
  return (
    <Page>
      <div className="gap-10 lg:flex lg:items-start">
        <SectionList key={pathname} label={current?.label} />
        <div className="min-w-0 grow">
          {isSection ? (
            <PageHeading className="mb-4 text-2xl sm:text-3xl" title={`${current.label} · Admin`}>
              {current.heading}
            </PageHeading>
          ) : null}
          <PageBoundary nested title={isSection ? undefined : 'Admin'} />
        </div>
      </div>
    </Page>
  )
}

const SectionList = ({ label = 'Sections' }: { label?: string | undefined }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <nav
      aria-label="Administration"
      className="no-print max-lg:mb-6 lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)] lg:w-44 lg:shrink-0"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="admin-sections"
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between rounded-control border border-line bg-surface px-4 font-semibold lg:hidden"
      >
        <span>
          <span className="font-normal text-muted">Section:</span> {label}
        </span>
        <ChevronDown aria-hidden size={20} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <ul
        id="admin-sections"
        className={`space-y-4 max-lg:mt-2 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4 ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        {SECTIONS.map((group) => (
          <li key={group.label}>
            <p className="px-3 text-sm font-semibold text-muted">{group.label}</p>
            <ul className="mt-1">
              {group.sections.map(({ to, label }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === paths.admin}
                    prefetch="intent"
                    className="flex min-h-9 items-center rounded-control px-3 text-ink no-underline hover:bg-sunk aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand-strong max-lg:min-h-11"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export default AdminPage
