import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Plan, PlanBreak, PlanEntry } from '#contract/plan'
import { statusOf, useChange } from '#web/api'
import { session } from '#web/session'

import { plan as api } from './queries.ts'

type Draft = { version: string; entries: PlanEntry[]; breaks: PlanBreak[] }

const keyOf = (learnerId: string) => `plan ${learnerId}`
const draftOf = ({ version, entries, breaks }: Plan): Draft => ({ version, entries, breaks })
const saidBy = ({ entries, breaks }: Pick<Draft, 'entries' | 'breaks'>) =>
  JSON.stringify([
    entries.map(({ quest_id, target_date, note }) => [quest_id, target_date, note]),
    breaks,
  ])

/** What was changed before a reload, on the plan as it still is. */
const keptDraft = (learnerId: string, plan: Plan): Draft | undefined => {
  const kept = session.kept(keyOf(learnerId))
  const draft = kept === null ? undefined : (JSON.parse(kept) as Draft)
  return draft?.version === plan.version ? draft : undefined
}

/**
 * A plan on its way to being another: nothing is stored until it is saved as a whole. What is not saved survives a reload.
 * Where somebody else has changed the plan meanwhile, both are kept until one is chosen.
 */
export const usePlanDraft = (learnerId: string, plan: Plan) => {
  const [base, setBase] = useState(plan)
  const [draft, setDraft] = useState(() => keptDraft(learnerId, plan) ?? draftOf(plan))
  const isChanged = saidBy(draft) !== saidBy(base)
  if (plan.version !== base.version && !isChanged) {
    setBase(plan)
    setDraft(draftOf(plan))
  }
  const cache = useQueryClient()
  const { queryKey } = api.getPlan.query({ params: { id: learnerId } })
  const change = useChange(api.changePlan, { replaces: () => queryKey })

  const edit = (part: Partial<Pick<Draft, 'entries' | 'breaks'>>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    const isNew = saidBy(next) !== saidBy(base)
    session.keep(keyOf(learnerId), isNew ? JSON.stringify(next) : undefined)
  }
  const take = (newest: Plan) => {
    setBase(newest)
    setDraft(draftOf(newest))
    session.keep(keyOf(learnerId), undefined)
  }

  return {
    ...draft,
    isChanged,
    edit,
    discard: () => take(plan),
    /** Somebody else has changed the plan since it was opened here. */
    isOutdated: statusOf(change.error) === 409,
    saving: change,
    /** @param version what is overwritten: the plan that was opened, or knowingly the newest */
    save: (done: () => void, version = base.version) => {
      const entries = draft.entries.map(({ quest_id, target_date, note }) => ({
        quest_id,
        target_date,
        note,
      }))
      change.mutate(
        { params: { id: learnerId }, body: { version, entries, breaks: draft.breaks } },
        {
          onSuccess: (saved) => {
            take(saved)
            done()
          },
          onError: () => cache.invalidateQueries({ queryKey }),
        },
      )
    },
    /** A proposal was accepted meanwhile: its quest joins what is not saved yet. */
    join: (newest: Plan) => {
      if (!isChanged) return take(newest)
      const known = new Set([...base.entries, ...draft.entries].map(({ quest_id }) => quest_id))
      const added = newest.entries.filter(({ quest_id }) => !known.has(quest_id))
      setBase(newest)
      setDraft({ ...draft, version: newest.version, entries: [...draft.entries, ...added] })
    },
  }
}
