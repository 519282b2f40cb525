import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { reviews } from '#contract/reviews'
import { type Persistent, Refused } from '#testing/persistent-client'

import { type Actor, onceOnly, signIn } from './actor.ts'
import { ADVISOR } from './people.ts'
import type { Random } from './random.ts'

const PAUSE_MS = 100

/** Opens submissions, and accepts or returns them. */
export const startAdvisor = async (client: Persistent, random: Random): Promise<Actor> => {
  const { user } = await signIn(client, ADVISOR, random)
  const calls = client.call(reviews)
  /** Unique comments, one per decision. */
  const decided: string[] = []

  const decide = async () => {
    await sleep(PAUSE_MS)
    const { items } = await calls.listReviews({ query: { limit: 20 } })
    if (items.length === 0) return
    const { id } = random.pick(items)
    await calls.claimReview({ params: { id } })
    const comment = `Seen ${randomUUID()}`
    const decision = random.chance(30) ? 'accepted' : 'returned'
    await calls.decide({ params: { id }, body: { decision, comment } }, onceOnly())
    decided.push(comment)
  }

  return {
    name: ADVISOR,
    work: () =>
      decide().catch(async (error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 401) throw error
        await signIn(client, ADVISOR, random)
      }),
    checkStored: async (db) => {
      const rows = await db
        .selectFrom('decisions')
        .select('comment')
        .where('decided_by', '=', user.id)
        .execute()
      deepEqual(
        rows.map(({ comment }) => comment).toSorted(),
        decided.toSorted(),
        'decisions stored of the advisor',
      )
    },
  }
}
