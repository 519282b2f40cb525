import Ellipsis from 'lucide-react/icons/ellipsis'
import { useId } from 'react'
import { NavLink } from 'react-router'

import type { User } from '#contract/auth'

import { type SideLink, sideLinks } from './links.ts'

const ITEM =
  'flex min-h-11 items-center rounded-control font-medium text-ink no-underline transition-colors hover:bg-sunk aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-strong'
const AS_COLUMN = 'md:w-full md:flex-row md:justify-start md:gap-3 md:px-3 md:text-base'
const AS_BAR =
  'max-md:min-w-11 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-1 max-md:text-[0.6875rem] max-md:leading-tight'

const Item = ({ to, label, Icon }: SideLink) => (
  <NavLink to={to} prefetch="intent" className={`${ITEM} ${AS_COLUMN} ${AS_BAR}`}>
    <Icon aria-hidden size={22} />
    {label}
  </NavLink>
)

const BAR_PLACES = 5

/** Side bar; on phones, a bottom bar of at most five items, the last of which opens the rest. */
type SideBarProps = {
  role: User['role']
  /** Nothing beside the page on larger screens. */
  isBarOnly: boolean
}

export const SideBar = ({ role, isBarOnly }: SideBarProps) => {
  const links = sideLinks(role)
  const menu = useId()
  const inBar = links.length > BAR_PLACES ? links.slice(0, BAR_PLACES - 1) : links
  const rest = links.slice(inBar.length)
  return (
    <nav
      aria-label="Main"
      className={`no-print z-40 bg-surface ${isBarOnly ? 'md:hidden' : ''} max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:border-line max-md:pb-[env(safe-area-inset-bottom)] md:sticky md:top-(--top-bar) md:[html:has(.acting)_&]:top-26.5 md:h-[calc(100dvh-var(--top-bar))] md:w-(--side-bar) md:shrink-0 md:overflow-y-auto md:border-r md:border-line md:p-4`}
    >
      <ul className="flex max-md:h-14 max-md:items-stretch max-md:justify-around max-md:px-1 md:flex-col md:gap-1">
        {inBar.map((link) => (
          <li key={link.label} className={link.isPhoneOnly ? 'flex md:hidden' : 'flex'}>
            <Item {...link} />
          </li>
        ))}
        {rest.map((link) => (
          <li key={link.label} className="hidden md:flex">
            <Item {...link} />
          </li>
        ))}
        {rest.length > 0 ? (
          <li className="flex md:hidden">
            <button type="button" popoverTarget={menu} className={`${ITEM} ${AS_BAR}`}>
              <Ellipsis aria-hidden size={22} />
              More
            </button>
            <ul
              id={menu}
              popover="auto"
              className="inset-auto right-3 bottom-17 m-0 w-60 rounded-card border border-line bg-surface p-2 text-ink shadow-over"
            >
              {rest.map(({ to, label, Icon }) => (
                <li key={label}>
                  <NavLink
                    to={to}
                    className={`${ITEM} gap-3 px-3`}
                    onClick={() => document.getElementById(menu)?.hidePopover()}
                  >
                    <Icon aria-hidden size={22} />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
