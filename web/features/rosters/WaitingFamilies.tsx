import { useQuery } from '@tanstack/react-query'

import { MAX_ASKS, type RosterImport } from '#contract/rosters'
import { Alert, Button, SectionCard, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf, number } from '#web/format'

import { rosters } from './queries.ts'

const MAX_SHOWN = 50

/** Guardians of an import who have not answered. Renders nothing without any. */
export const WaitingFamilies = ({ found }: { found: RosterImport }) => {
  const params = { id: found.id }
  const { data } = useQuery({ ...rosters.listWaiting.query({ params }), staleTime: 0 })
  const ask = useApiMutation(rosters.askAgain)
  if (!data || data.items.length === 0) return null
  return (
    <SectionCard id="waiting-families" title="Families who have not answered" className="space-y-4">
      <p className="max-w-text text-muted">
        Their children’s accounts stay closed. A week after the first email you can ask them once
        more; after that, please talk to them.
      </p>
      {ask.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(ask.error)}
        </Alert>
      ) : null}
      {data.due > 0 ? (
        <Button
          busy={ask.isPending}
          onClick={() =>
            ask.mutate(
              { params },
              {
                onSuccess: ({ asked }) =>
                  toast.success(
                    `${number(asked)} ${asked === 1 ? 'family is' : 'families are'} being asked again`,
                  ),
              },
            )
          }
        >
          Ask {number(data.due)} {data.due === 1 ? 'family' : 'families'} again
        </Button>
      ) : null}
      <ul className="divide-y divide-line">
        {data.items.slice(0, MAX_SHOWN).map(({ id, child, guardian_email, asked_at, asks }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-semibold">{child}</span>, {guardian_email}
            </span>
            <span className="text-sm text-muted">
              {asks >= MAX_ASKS ? 'asked twice, last' : 'asked'} {dateOf(asked_at)}
            </span>
          </li>
        ))}
      </ul>
      {data.items.length > MAX_SHOWN ? (
        <p className="text-muted">and {number(data.items.length - MAX_SHOWN)} more</p>
      ) : null}
    </SectionCard>
  )
}
