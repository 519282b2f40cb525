import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { User } from '#contract/auth'
import { paths } from '#contract/paths'
import { passesGuard } from '#rules/membership'
import { messageOf, statusOf } from '#web/api'
import { dateOf } from '#web/format'

import { around, bestFirst, matches } from './matches.ts'
import { type FoundPage, pagesFor } from './pages.ts'
import {
  children,
  contacts,
  foundAccounts,
  foundLearners,
  foundMessages,
  foundQuests,
} from './queries.ts'
import { recentSearches } from './recent.ts'

/** Opens a page, or the conversation with a person. */
type Target = { to: string } | { writeTo: string }

export type Result = {
  key: string
  kind: 'page' | 'quest' | 'person' | 'message' | 'more'
  label: string
  detail: string
  picture?: { name: string; avatar_url: string | null }
} & Target

export type ResultGroup = { name: string; results: Result[] }

type Failure = { what: string; message: string; retry: () => void }

const SHOWN = 5
const TYPING_PAUSE_MS = 200
/** A single letter is in nearly every message. */
const MIN_LETTERS = 2

const TIES = {
  advisor: 'Advisor',
  learner: 'Learner in your care',
  guardian: 'Parent or guardian of a learner in your care',
  friend: 'Friend',
} as const

/** The value once it has not changed for a moment. */
const useSettled = (value: string) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const fullName = (person: { first_name: string; last_name: string }) =>
  `${person.first_name} ${person.last_name}`

const pageResult = ({ to, label, area = '' }: FoundPage): Result => ({
  key: to,
  kind: 'page',
  label,
  detail: area,
  to,
})

const later = { placeholderData: keepPreviousData }

/** People of the lists that the person has elsewhere; each appears once, where they can do most. */
const usePeople = (user: User, words: string, settled: string) => {
  const isAdmin = passesGuard('admin', user.role)
  const isAdvisor = passesGuard('advisor', user.role)
  const isSearching = settled !== ''
  const own = useQuery({ ...children, enabled: user.role !== 'student' })
  const known = useQuery({ ...contacts, enabled: !user.acting })
  const learners = useQuery({
    ...foundLearners(settled),
    ...later,
    enabled: isSearching && isAdvisor,
  })
  const accounts = useQuery({
    ...foundAccounts(settled),
    ...later,
    enabled: isSearching && isAdmin,
  })
  const found: Result[] = [
    ...(own.data?.children ?? []).map((child) => ({
      key: child.id,
      kind: 'person' as const,
      label: fullName(child),
      detail: 'In your family',
      picture: { name: fullName(child), avatar_url: child.avatar_url },
      to: paths.child(child.id),
    })),
    ...(isSearching ? (learners.data?.items ?? []) : []).map((learner) => ({
      key: learner.id,
      kind: 'person' as const,
      label: fullName(learner),
      detail: TIES.learner,
      picture: { name: fullName(learner), avatar_url: null },
      to: paths.advisedLearner(learner.id),
    })),
    ...(known.data?.contacts ?? []).map(({ id, name, avatar_url, tie }) => ({
      key: id,
      kind: 'person' as const,
      label: name,
      detail: `${TIES[tie]}, opens your conversation`,
      picture: { name, avatar_url },
      writeTo: id,
    })),
    ...(isSearching ? (accounts.data?.items ?? []) : []).map((person) => ({
      key: person.id,
      kind: 'person' as const,
      label: fullName(person),
      detail: person.email ?? person.sign_in_name ?? '',
      picture: { name: fullName(person), avatar_url: null },
      to: paths.adminPerson(person.id),
    })),
  ]
  const once = found.filter(({ key }, at) => found.findIndex((each) => each.key === key) === at)
  return {
    results:
      words === '' ? [] : once.filter(({ label, detail }) => matches(`${label} ${detail}`, words)),
    queries: [own, known, learners, accounts],
  }
}

const failureOf = (
  what: string,
  queries: readonly { isError: boolean; error: unknown; refetch: () => unknown }[],
): Failure[] => {
  const failed = queries.filter(({ isError, error }) => isError && statusOf(error) !== 403)
  return failed.length === 0
    ? []
    : [
        {
          what,
          message: messageOf(failed[0]?.error),
          retry: () => {
            for (const query of failed) void query.refetch()
          },
        },
      ]
}

/** Results of a search in groups; without one, what was opened last. Earlier results that still match stay while new ones load. */
export const useResults = (user: User, typed: string) => {
  const words = typed.trim()
  const settled = useSettled(words)
  const isSearching = settled !== ''
  const people = usePeople(user, words, settled)
  const quests = useQuery({ ...foundQuests(settled), ...later, enabled: isSearching })
  const messages = useQuery({
    ...foundMessages(settled),
    ...later,
    enabled: settled.length >= MIN_LETTERS && !user.acting,
  })
  const isStale = settled !== words
  const fits = (text: string) => !isStale || matches(text, words)
  const [recent] = useState(recentSearches)
  const pages = pagesFor(user)
  if (words === '') {
    const opened = recent
      .filter(({ kind, to }) => kind === 'quest' || pages.some((page) => page.to === to))
      .map(({ to, label, kind }) => ({ key: to, kind, label, detail: '', to }))
    const groups = [
      { name: 'Opened last', results: opened },
      { name: 'Pages', results: pages.slice(0, SHOWN + 3).map(pageResult) },
    ]
    return { words, groups: withResults(groups), isLoading: false, failures: [] }
  }
  const foundPages = pages.filter(({ label, words: other = '', area = '' }) =>
    matches(`${label} ${other} ${area}`, words),
  )
  const rank = ({ to }: FoundPage) => {
    const at = recent.findIndex((entry) => entry.to === to)
    return at < 0 ? recent.length : at
  }
  const recentPages = foundPages.toSorted((a, b) => rank(a) - rank(b))
  const questItems = isSearching ? (quests.data?.items ?? []) : []
  const messageItems = isSearching && settled.length >= MIN_LETTERS ? messages.data?.items : []
  const groups: ResultGroup[] = [
    {
      name: 'Pages',
      results: bestFirst(recentPages, ({ label }) => label, words)
        .slice(0, SHOWN)
        .map(pageResult),
    },
    {
      name: 'People',
      results: bestFirst(people.results, ({ label }) => label, words).slice(0, SHOWN),
    },
    {
      name: 'Quests',
      results: [
        ...questItems
          .filter(({ title, summary }) => fits(`${title} ${summary}`))
          .map(({ id, title, summary }) => ({
            key: id,
            kind: 'quest' as const,
            label: title,
            detail: summary,
            to: paths.quest(id),
          })),
        ...(!isStale && quests.data?.next_cursor
          ? [more('quests', `All quests that match “${words}”`, paths.quests, words)]
          : []),
      ],
    },
    {
      name: 'Messages',
      results: [
        ...(messageItems ?? [])
          .filter(({ text }) => fits(text))
          .map(({ id, conversation_id, author, text, created_at }) => ({
            key: id,
            kind: 'message' as const,
            label: around(text, words),
            detail: `${author.name}, ${dateOf(created_at)}`,
            picture: author,
            to: paths.conversation(conversation_id),
          })),
        ...(!isStale && messages.data?.next_cursor
          ? [more('messages', `All messages that match “${words}”`, paths.communication, words)]
          : []),
      ],
    },
  ]
  const all = [...people.queries, quests, messages]
  return {
    words,
    groups: withResults(groups),
    isLoading:
      isStale ||
      all.some(
        ({ isFetching, isPlaceholderData, data }) =>
          isFetching && (isPlaceholderData || data === undefined),
      ),
    failures: [
      ...failureOf('People', people.queries),
      ...failureOf('Quests', [quests]),
      ...failureOf('Messages', [messages]),
    ],
  }
}

const more = (key: string, label: string, path: string, words: string): Result => ({
  key,
  kind: 'more',
  label,
  detail: '',
  to: `${path}?search=${encodeURIComponent(words)}`,
})

const withResults = (groups: readonly ResultGroup[]) =>
  groups.filter(({ results }) => results.length > 0)
