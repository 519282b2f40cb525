import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { lazyPart, LoadMore, QueryView, SectionCard } from '#ui'
import { dateOf } from '#web/format'

import { tutor } from './queries.ts'

const TutorSettings = lazyPart(() => import('./TutorSettings.tsx'), 'TutorSettings', 'h-96')

type Props = { id: string; name: string }

/** A child's conversations with the tutor, and the family's settings; renders nothing for guardians without access. */
export const ChildTutor = ({ id: childId, name }: Props) => {
  const list = useInfiniteQuery(
    tutor.listChildConversations.pages({ params: { id: childId }, query: { limit: 5 } }),
  )
  return (
    <QueryView query={list} what="the conversations" missing={<></>}>
      {({ pages }) => {
        const talks = pages.flatMap(({ items }) => items)
        return (
          <SectionCard id="tutor" title="Tutor">
            {talks.length === 0 ? (
              <p className="mt-2 text-muted">{name} has not written to the tutor yet.</p>
            ) : (
              <ul className="mt-3 divide-y divide-line">
                {talks.map(({ id, title, last_message_at }) => (
                  <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
                    <Link to={paths.childTalk(childId, id)} className="link font-semibold">
                      {title}
                    </Link>
                    <span className="text-muted">{dateOf(last_message_at)}</span>
                  </li>
                ))}
              </ul>
            )}
            <LoadMore list={list} />
            <details className="mt-4 border-t border-line pt-4">
              <summary className="min-h-6 font-semibold">Hours, minutes and topics</summary>
              <div className="pt-4">
                <TutorSettings learnerId={childId} />
              </div>
            </details>
          </SectionCard>
        )
      }}
    </QueryView>
  )
}
