import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { Attempt } from '#contract/evidence'
import { Button, QueryView } from '#ui'

import { quests } from './queries.ts'

type LeftOutProps = { id: string; children: (attempt: Attempt) => ReactNode }

/** Loads work that a long page omits, on demand. */
export const OmittedWork = ({ id, children }: LeftOutProps) => {
  const [isWanted, setIsWanted] = useState(false)
  const query = useQuery({
    ...quests.getAttempt.query({ params: { id } }),
    enabled: isWanted,
  })
  if (!isWanted && !query.data) {
    return (
      <Button variant="secondary" size="small" onClick={() => setIsWanted(true)}>
        Show what you handed in
      </Button>
    )
  }
  return (
    <QueryView query={query} what="it" skeleton="h-24">
      {children}
    </QueryView>
  )
}
