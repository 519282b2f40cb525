import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'

import type { AUTHORED_LISTS, AuthoredCard } from '#contract/authoring'
import { paths } from '#contract/paths'
import { isStaff } from '#rules/membership'
import { Button, ButtonLink, Chip, EmptyState, LoadMore, QueryView, SearchBox, toast } from '#ui'
import { useAuth } from '#views/auth'
import { messageOf, useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { STATES } from './labels.ts'
import { authoring } from './queries.ts'

type Show = (typeof AUTHORED_LISTS)[number]

const LISTS = {
  mine: {
    label: 'Yours',
    empty: 'Quests you write appear here, from the first idea to the archive.',
  },
  waiting: {
    label: 'Waiting for approval',
    empty: 'When a colleague proposes a quest for everybody, you read and approve it here.',
  },
  library: {
    label: 'Library',
    empty: 'Every published quest appears here: a copy is a good way to start.',
  },
} satisfies Record<Show, { label: string; empty: string }>

const isShow = (value: string | null): value is Show => value !== null && value in LISTS

const QuestsPage = () => {
  const [search, setSearch] = useSearchParams()
  const approves = isStaff(useAuth().user?.role ?? 'student')
  const asked = search.get('show')
  const show = isShow(asked) && (approves || asked !== 'waiting') ? asked : 'mine'
  const words = search.get('search') ?? ''
  const list = useInfiniteQuery({
    ...authoring.listAuthored.pages({ query: { show, search: words } }),
    placeholderData: keepPreviousData,
  })
  const change = (part: Record<string, string>) =>
    setSearch({ show, ...(words ? { search: words } : {}), ...part }, { replace: true })
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-text text-lg text-muted">
          A second person reviews every quest before all learners can see it.
        </p>
        <ButtonLink to={paths.beginQuest} icon={<Plus aria-hidden size={18} />}>
          Write a quest
        </ButtonLink>
      </div>
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-center">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="visually-hidden">Which quests</legend>
          {Object.entries(LISTS)
            .filter(([value]) => approves || value !== 'waiting')
            .map(([value, { label }]) => (
              <Button
                key={value}
                size="small"
                variant={value === show ? 'primary' : 'secondary'}
                aria-pressed={value === show}
                onClick={() => change({ show: value })}
              >
                {label}
              </Button>
            ))}
        </fieldset>
        <SearchBox
          id="search-quests"
          label="Search quests by title"
          placeholder="Search by title"
          value={words}
          onSearch={(next) => change({ search: next })}
        />
      </div>
      <QueryView query={list} what="the quests" skeleton="h-52">
        {({ pages }) => {
          const quests = pages.flatMap(({ items }) => items)
          if (quests.length === 0) {
            return (
              <EmptyState title={words ? 'No quest matches' : 'Nothing here yet'}>
                {words ? 'Try different words, or look in another list.' : LISTS[show].empty}
              </EmptyState>
            )
          }
          return (
            <>
              <ul className="grid gap-4">
                {quests.map((quest) => (
                  <QuestRow key={quest.id} quest={quest} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const QuestRow = ({ quest }: { quest: AuthoredCard }) => {
  const [now] = useState(() => Date.now())
  const navigate = useNavigate()
  const copy = useApiMutation(authoring.beginQuest)
  const { label, tone } = STATES[quest.state]
  const duplicate = () =>
    copy.mutate(
      { body: { copy_of: quest.id } },
      {
        onSuccess: ({ id }) => void navigate(paths.editQuest(id)),
        onError: (error) => toast.error(messageOf(error)),
      },
    )
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-5 shadow-low">
      <div className="min-w-0 grow basis-80 space-y-1.5">
        <h2 className="text-lg">
          <Link to={paths.editQuest(quest.id)} className="link">
            {quest.title || 'Untitled'}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Chip tone={tone}>{label}</Chip>
          {quest.given_back ? <Chip tone="warning">Changes requested</Chip> : null}
          {quest.version !== null && quest.state !== 'published' ? (
            <Chip>Version {quest.version} is published</Chip>
          ) : null}
        </p>
        <p className="text-muted">{quest.summary}</p>
        <p className="text-sm text-muted">
          {quest.author === null
            ? 'Built in'
            : `By ${quest.mine ? 'you' : quest.author}, changed ${ago(quest.changed_at, now)}`}
        </p>
      </div>
      <Button variant="secondary" size="small" busy={copy.isPending} onClick={duplicate}>
        Duplicate<span className="visually-hidden"> “{quest.title}”</span>
      </Button>
    </li>
  )
}

export default QuestsPage
