import { keepPreviousData } from '@tanstack/react-query'

import { client } from '#web/api'

import type { AskEvidence } from './SubjectRows.tsx'

export const credits = client('credits')

export const ownEvidence: AskEvidence = (subject) =>
  credits.getSubject.query({ params: { subject } })

/** Preview of a plan, without saving. Shows the previous reply until the next one arrives. */
export const planPreview = (questIds: readonly string[]) => ({
  ...credits.tryPlan.query({ body: { quest_ids: [...questIds], save: false } }),
  placeholderData: keepPreviousData,
})

export const ownCredits = credits.getCredits.query()
