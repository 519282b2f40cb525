import ArrowRight from 'lucide-react/icons/arrow-right'
import Compass from 'lucide-react/icons/compass'
import FileText from 'lucide-react/icons/file-text'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'

import { Avatar } from '#ui'
import { withAvatarUrl } from '#web/api'

import type { Result } from './use-results.ts'

export const optionId = ({ kind, key }: Result) => `search-${kind}-${key}`

const ICONS = { page: FileText, quest: Compass, more: ArrowRight }

type Props = { result: Result; isActive: boolean; onOpen: () => void }

/** Option of the search: a link, so that it opens in another tab as well, or the start of a conversation. */
export const ResultOption = ({ result, isActive, onOpen }: Props) => {
  const common = {
    id: optionId(result),
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className:
      'flex min-h-11 w-full scroll-my-2 items-center gap-3 rounded-control px-3 py-1.5 text-left text-ink no-underline hover:bg-sunk aria-selected:bg-brand-soft',
  } as const
  const content = (
    <>
      <Picture result={result} />
      <span className="min-w-0 grow">
        <bdi className="line-clamp-2 font-medium">{result.label}</bdi>
        {result.detail ? (
          <span className="block truncate text-sm text-muted">{result.detail}</span>
        ) : null}
      </span>
    </>
  )
  if ('writeTo' in result) {
    return (
      <button {...common} type="button" onClick={onOpen}>
        {content}
      </button>
    )
  }
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Link {...common} to={result.to} onClick={click}>
      {content}
    </Link>
  )
}

const Picture = ({ result: { kind, picture } }: { result: Result }) => {
  if (picture) {
    const [first_name = '', last_name = ''] = picture.name.split(/ (?=\S+$)/)
    const { avatar_url } = picture
    return <Avatar user={withAvatarUrl({ first_name, last_name, avatar_url })} />
  }
  const Icon = ICONS[kind as keyof typeof ICONS] ?? FileText
  return (
    <span className="flex size-8 shrink-0 items-center justify-center text-brand">
      <Icon aria-hidden size={20} />
    </span>
  )
}
