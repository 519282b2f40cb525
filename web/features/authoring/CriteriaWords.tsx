import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { BadgeCriteria, type CriteriaPreview } from '#contract/authoring'
import type { Criteria } from '#rules/badges'
import { Card, Markdown } from '#ui'
import { number } from '#web/format'

import { authoring } from './queries.ts'

const PAUSE_MS = 400

/** The conditions in words, and how many learners would have the badge today. */
export const CriteriaWords = ({ criteria }: { criteria: Criteria }) => {
  const [asked, setAsked] = useState(criteria)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(criteria), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [criteria])
  const isComplete = BadgeCriteria.safeParse(asked).success
  const preview = useQuery({
    ...authoring.previewCriteria.query({ body: { criteria: asked } }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  return (
    <Card aria-labelledby="in-words" className="space-y-3">
      <h2 id="in-words" className="text-lg">
        In words
      </h2>
      {isComplete && preview.data ? (
        <>
          <Markdown text={preview.data.words} />
          <p role="status" className="border-t border-line pt-3 text-muted">
            {learnersInWords(preview.data)}
          </p>
        </>
      ) : (
        <p className="text-muted">
          {isComplete && preview.isError
            ? 'The number of learners who would have it could not be loaded.'
            : 'Complete the conditions to see them here.'}
        </p>
      )}
    </Card>
  )
}

const learnersInWords = ({ learners, of, estimated }: CriteriaPreview): string => {
  if (learners === 0 && !estimated) return `Today none of ${number(of)} learners would have it.`
  const about = estimated ? 'about ' : ''
  return `Today ${about}${number(learners)} of ${number(of)} learners would have it.`
}
