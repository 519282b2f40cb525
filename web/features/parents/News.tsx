import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ChildNews } from '#contract/parents'
import { dateFormat, ownTimeZone } from '#web/format'

import { childNews, parents } from './queries.ts'

/** Events since the last visit. Renders nothing on the first visit, which has no baseline. */
export const News = ({ id }: { id: string }) => {
  const { data: news } = useQuery(childNews(id))
  useSeen(id, news?.as_of)
  if (!news?.since) return null
  const parts = inWords(news)
  return (
    <p className="rounded-card border border-line bg-surface px-5 py-3">
      {parts.length === 0 ? (
        <>Nothing new since your last visit, {when(news.since)}.</>
      ) : (
        <>
          <strong>New since your last visit</strong>, {when(news.since)}: {list(parts)}.
        </>
      )}
    </p>
  )
}

/** Reports each reply as seen once; waits until a background tab becomes visible. */
const useSeen = (id: string, as_of: string | undefined) => {
  useEffect(() => {
    if (as_of === undefined) return undefined
    const report = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', report)
      // If this fails, the events are shown as new again, which does no harm.
      parents
        .markSeen({ params: { id }, body: { as_of, time_zone: ownTimeZone() } })
        .catch(() => undefined)
    }
    document.addEventListener('visibilitychange', report)
    report()
    return () => document.removeEventListener('visibilitychange', report)
  }, [id, as_of])
}

const inWords = ({ handed_in, decided, quests_completed, badges_earned }: ChildNews): string[] => [
  ...counted(handed_in, 'piece handed in', 'pieces handed in'),
  ...counted(decided, 'piece reviewed by the teacher', 'pieces reviewed by the teacher'),
  ...counted(quests_completed, 'quest completed', 'quests completed'),
  ...counted(badges_earned, 'new badge', 'new badges'),
]

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]

const list = (parts: string[]) => new Intl.ListFormat('en').format(parts)

const when = (at: string) =>
  dateFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))
