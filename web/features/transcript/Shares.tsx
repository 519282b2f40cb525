import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Card, QueryView, Select } from '#ui'
import { NewLink, OpenLink } from '#views/links'
import { useApiMutation } from '#web/api'

import { issuedQuery, sharesQuery, transcript } from './queries.ts'

/** Links to the transcript with view counts; can be created and ended. */
export const Shares = () => {
  const query = useQuery(sharesQuery)
  const end = useApiMutation(transcript.endShare)
  return (
    <Card aria-labelledby="shares" className="no-print space-y-5">
      <div>
        <h2 id="shares" className="text-xl">
          Private links
        </h2>
        <p className="mt-2 text-muted">
          Anyone with the link can read the transcript with your full name, without an account,
          until the link expires. Create one for each person, so that you can turn them off
          separately.
        </p>
      </div>
      <QueryView query={query} what="your links" skeleton="h-16">
        {({ items }) =>
          items.length > 0 ? (
            <ul className="divide-y divide-line border-y border-line">
              {items.map((share) => (
                <OpenLink
                  key={share.id}
                  link={share}
                  shows={share.number ?? 'Unofficial, up to date when opened'}
                  end={end}
                />
              ))}
            </ul>
          ) : null
        }
      </QueryView>
      <NewShare />
    </Card>
  )
}

const NewShare = () => {
  const issued = useQuery(issuedQuery())
  const [which, setWhich] = useState('')
  const add = useApiMutation(transcript.addShare)
  return (
    <NewLink
      add={(link) => add.mutateAsync({ body: { ...link, transcript_id: which || undefined } })}
    >
      <Select
        id="share-which"
        label="What it shows"
        value={which}
        options={[
          { value: '', label: 'The unofficial transcript' },
          ...(issued.data?.items ?? []).map(({ id, number, recipient }) => ({
            value: id,
            label: `${number}, for ${recipient}`,
          })),
        ]}
        onChange={(event) => setWhich(event.target.value)}
      />
    </NewLink>
  )
}
