import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Logger } from 'pino'

import { afterCommit, type Db } from '#platform/database'
import type { PubSub } from '#platform/pubsub'
import { newTrace, withTrace } from '#platform/trace'

/** A changed object that browsers should fetch again: kind and id. */
export type ChangeEvent = { kind: string; id: string }

/** Receives the changes for one person, and the new cursor. */
type Follower = (signals: ChangeEvent[], cursor: string) => void

export type ChangeEvents = {
  /**
   * Publishes a change to all open browsers of these people when the transaction `db` commits. Costs one row per person, and does
   * not wait for other transactions.
   */
  publish: (db: Db, people: readonly string[], signal: ChangeEvent) => Promise<void>
  /**
   * Calls `follower` with changes for a person from now on, and first with changes since `cursor`, or with null if those are not
   * available any more. Delivery is at least once. Returns the function that unsubscribes.
   */
  follow: (
    userId: string,
    cursor: string | undefined,
    follower: (signals: ChangeEvent[] | null, cursor: string) => void,
  ) => Promise<() => void>
  close: () => void
}

const CHANNEL = 'signals'
/** A node may die between its commit and the notification, so the others also poll. */
const LOOK_EVERY_MS = 2000
/** Retention of change events; cursors are accepted for slightly less. */
const KEPT_MS = 3_600_000
const CURSOR_MS = KEPT_MS - 300_000

/**
 * Delivers change events from any node to the browsers connected to this one. Events are rows, so they exist if and only if their
 * change is committed. Notifications between nodes (PostgreSQL NOTIFY) only announce new rows, after the commit and in batches,
 * because NOTIFY inside transactions serializes their commits. A node's position is a PostgreSQL snapshot: everything that
 * becomes visible after it is new, whatever its number or order of commit.
 */
export const createChangeEvents = async ({
  db,
  pubsub,
  clock,
  log,
}: {
  db: Db
  pubsub: Pick<PubSub, 'on' | 'notify'>
  clock: () => Date
  log: Logger
}): Promise<ChangeEvents> => {
  const followers = new Map<string, Set<Follower>>()
  /** The snapshot that this node has delivered; undefined while no browser is connected. */
  let seen: string | undefined
  let looking: Promise<void> | undefined
  let again = false
  let unnoticed = false
  let noticing: Promise<void> | undefined

  const look = async () => {
    if (seen === undefined) return
    const { snapshot, news } = await listNews(db, seen)
    seen = snapshot
    const cursor = cursorOf(clock(), snapshot)
    for (const [userId, signals] of Map.groupBy(news, ({ user_id }) => user_id)) {
      for (const follower of followers.get(userId) ?? []) follower(signals.map(signalOf), cursor)
    }
  }
  const lookAgain = async (): Promise<void> => {
    do {
      again = false
      await withTrace(newTrace({ job: 'signals' }), look).catch((error: unknown) =>
        log.debug({ err: error }, 'signals'),
      )
    } while (again)
    looking = undefined
  }
  /** One query at a time: changes during one wait for the next. */
  const wake = (): void => {
    if (followers.size === 0) return
    again = true
    looking ??= lookAgain()
  }
  /** One notification at a time, for all changes stored before it. */
  const sendNotices = async (): Promise<void> => {
    while (unnoticed) {
      await setImmediate()
      unnoticed = false
      await pubsub.notify(CHANNEL).catch((error: unknown) => log.debug({ err: error }, 'signals'))
    }
    noticing = undefined
  }
  const notice = (): void => {
    unnoticed = true
    noticing ??= sendNotices()
  }

  const unlisten = await pubsub.on(CHANNEL, wake, wake)
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()

  return {
    publish: async (db, people, signal) => {
      if (people.length === 0) return
      await publishDeferred(db, people, signal)
      afterCommit(db, notice)
    },
    follow: async (userId, cursor, follower) => {
      const own = followers.get(userId) ?? new Set()
      followers.set(userId, own.add(follower))
      const unfollow = () => {
        own.delete(follower)
        if (own.size === 0 && followers.get(userId) === own) followers.delete(userId)
        if (followers.size === 0) seen = undefined
      }
      try {
        // From here on nothing is missed: a commit after this query is found by the next.
        if (seen === undefined) {
          const { snapshot } = await listNews(db, undefined)
          seen ??= snapshot
        }
        const since = snapshotOf(cursor, clock())
        const { snapshot, news } = await listNews(db, since, userId)
        follower(since === undefined ? null : news.map(signalOf), cursorOf(clock(), snapshot))
      } catch (error) {
        unfollow()
        throw error
      }
      return unfollow
    },
    close: () => {
      clearInterval(timer)
      void unlisten()
    },
  }
}

/**
 * Like `publish`, but delivered by polling within two seconds: for changes that are not urgent and come from deep within other
 * transactions.
 */
export const publishDeferred = async (
  db: Db,
  people: readonly string[],
  { kind, id }: ChangeEvent,
): Promise<void> => {
  await db
    .insertInto('signals')
    .columns(['user_id', 'kind', 'about'])
    // Skips people deleted meanwhile, instead of failing.
    .expression(
      db
        .selectFrom('users')
        .select(({ cast, val }) => [
          'id',
          val(kind).as('kind'),
          cast<string>(val(id), 'uuid').as('about'),
        ])
        .where('id', 'in', people),
    )
    .execute()
}

/** Deletes events that every connected browser has received. */
export const deleteOldChangeEvents = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('signals')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
    .execute()
}

type Row = { user_id: string; kind: string; about: string }

const signalOf = ({ kind, about }: Row): ChangeEvent => ({ kind, id: about })

/** Changes that became visible since a snapshot, for one person or all, and the current snapshot. */
const listNews = async (db: Db, since: string | undefined, userId?: string) => {
  const before = sql<string>`${since ?? null}::pg_snapshot`
  const row = await db
    .selectNoFrom(({ selectFrom }) => [
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
      jsonArrayFrom(
        selectFrom('signals')
          .select(['user_id', 'kind', 'about'])
          .distinct()
          .where('transaction', '>=', sql<string>`pg_snapshot_xmin(${before})`)
          .where(sql<boolean>`not pg_visible_in_snapshot(transaction, ${before})`)
          .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!)),
      ).as('news'),
    ])
    .executeTakeFirstOrThrow()
  return row as { snapshot: string; news: Row[] }
}

const cursorOf = (now: Date, snapshot: string): string => `${now.getTime()}.${snapshot}`

/** The snapshot of a cursor; undefined if it is too old or forged. */
const snapshotOf = (cursor: string | undefined, now: Date): string | undefined => {
  const [, time, snapshot] = /^(\d{1,15})\.(\d{1,18}:\d{1,18}:[\d,]*)$/.exec(cursor ?? '') ?? []
  const age = now.getTime() - Number(time)
  return age >= 0 && age < CURSOR_MS && isSnapshot(snapshot) ? snapshot : undefined
}

/** `xmin:xmax:` and the transactions in progress between them, in order: PostgreSQL refuses anything else. */
const isSnapshot = (text = ''): boolean => {
  const [xmin = 0n, xmax = 0n, ...running] = (text.match(/\d+/g) ?? []).map(BigInt)
  return (
    xmin > 0n &&
    xmin <= xmax &&
    /^\d+:\d+:(\d+(,\d+)*)?$/.test(text) &&
    running.every((id, i) => id >= (running[i - 1] ?? xmin) && id < xmax)
  )
}
