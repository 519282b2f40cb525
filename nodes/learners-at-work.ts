import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import { quests } from '#contract/quests'
import type { readQuestLibrary } from '#features/quests'
import type { Db } from '#platform/database'
import { eventually } from '#testing/eventually'
import type { Persistent } from '#testing/persistent-client'
import { totalsAndLedger, words } from '#testing/quest-builder'

export type Learner = { id: string; client: Persistent }

type LibraryQuest = Awaited<ReturnType<typeof readQuestLibrary>>[number]

/** The quest with the most tasks that can be handed in as text: each task can be handed in fifty times. */
export const questToWorkOn = (library: readonly LibraryQuest[]) => {
  const [longest] = library
    .filter(({ prerequisites }) => prerequisites.length === 0)
    .map(({ id, tasks }) => ({
      id,
      tasks: tasks.filter(({ evidence }) => evidence.includes('text')).map((task) => task.id),
    }))
    .toSorted((a, b) => b.tasks.length - a.tasks.length)
  return longest!
}

export type Work = {
  /** Waits until every learner has had five more replies. */
  goesOn: () => Promise<void>
  /** Stops the work, and compares the database with what was acknowledged. */
  isStoredIn: (db: Db) => Promise<void>
}

/** Delay between attempts, within the limit of an hour's withdrawals. */
const PAUSE_MS = 200

/** Learners who repeatedly submit and withdraw a task, retrying each request with its key until it succeeds. */
export const startWork = (
  learners: readonly Learner[],
  quest: { id: string; tasks: string[] },
): Work => {
  const over = new AbortController()
  const acknowledged = learners.map((): string[] => [])

  const work = async ({ client }: Learner, submitted: string[]) => {
    const call = client.call(quests)
    await call.startQuest({ params: { id: quest.id } })
    for (let i = 0; !over.signal.aborted; i += 1) {
      const params = { id: quest.tasks[i % quest.tasks.length]! }
      const key = () => ({ idempotencyKey: randomUUID() })
      const { attempt } = await call.submitTask({ params, body: words(`Try ${i}`) }, key())
      submitted.push(attempt.id)
      await call.withdrawTask({ params }, key())
      await sleep(PAUSE_MS)
    }
  }
  const working = Promise.all(learners.map((learner, i) => work(learner, acknowledged[i]!)))
  // Awaited at the end only.
  working.catch(() => {})

  return {
    goesOn: async () => {
      const before = acknowledged.map(({ length }) => length)
      const progress = eventually(() =>
        expect(acknowledged.every(({ length }, i) => length > before[i]! + 5)).toBe(true),
      )
      // Or until one of them gets an unexpected reply.
      await Promise.race([progress, working])
    },
    isStoredIn: async (db) => {
      over.abort()
      await working
      for (const [i, { id }] of learners.entries()) {
        const rows = await db
          .selectFrom('attempts')
          .select('id')
          .where('learner_id', '=', id)
          .execute()
        expect(rows.map((row) => row.id).toSorted()).toEqual(acknowledged[i]!.toSorted())
        const { totals, ledger } = await totalsAndLedger(db, id)
        expect(totals).toEqual(ledger)
      }
    },
  }
}
