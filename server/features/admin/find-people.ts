import { type SelectQueryBuilder, sql } from 'kysely'

import type { ListedPerson, PEOPLE_ORDERS } from '#contract/people'
import { type DB, type Db, keyset } from '#platform/database'
import { decodeCursor, pageAfter } from '#platform/http'

type Order = (typeof PEOPLE_ORDERS)[number]

type PeopleFilters = {
  search: string
  role?: string | undefined
  tier?: string | undefined
  status?: string | undefined
  sort: Order
  cursor?: string | undefined
  limit: number
}

type Found = { found: { id: string } }
type People = SelectQueryBuilder<DB & Found, 'accounts', unknown>

/** Above this many matches no index helps: the list is scanned in order until a page is full. */
const MAX_FOUND = 1000

// Must match the index expressions of migration 0144 exactly, or PostgreSQL does not use the indexes.
const said = sql<string>`search_words(first_name, last_name, email, sign_in_name)`
const trigramsOfSaid = sql<
  string[]
>`trigrams(search_words(first_name, last_name, email, sign_in_name))`

const hasTrigram = (word: string) => [...word].length > 2

const holdsWord = (word: string) =>
  sql<boolean>`${said} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`

const matching = (db: Db, words: readonly string[], { role, tier, status }: PeopleFilters) => {
  let people: People = db.withTables<Found>().selectFrom('accounts')
  for (const word of words) people = people.where(holdsWord(word))
  return people
    .$if(role !== undefined, (query) => query.where('role', '=', role!))
    .$if(tier !== undefined, (query) => query.where('subscription_tier', '=', tier!))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
}

/** Returns one page of all accounts. The cursor holds the sort key of the last row, so later pages cost the same as the first. */
export const listPeople = async (
  db: Db,
  asked: PeopleFilters,
): Promise<{ items: ListedPerson[]; next_cursor: string | null; found: number | null }> => {
  const words = asked.search.split(/\s+/).filter(Boolean)
  const rare = words.filter(hasTrigram)
  if (rare.length > 0) {
    const byTrigram = rare.reduce(
      (people, word) => people.where(sql<boolean>`${trigramsOfSaid} @> trigrams(lower(${word}))`),
      matching(db, words, asked),
    )
    const people = db
      .withTables<Found>()
      .with(
        (name) => name('found').materialized(),
        () => byTrigram.select('accounts.id').limit(MAX_FOUND + 1),
      )
      .selectFrom('accounts')
      .where('accounts.id', 'in', ({ selectFrom }) => selectFrom('found').select('found.id'))
    const rows = await pageIn(people, asked)
      .select(({ selectFrom }) =>
        selectFrom('found')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('found'),
      )
      .execute()
    const found = rows[0]?.found ?? 0
    if (found <= MAX_FOUND) return { ...shown(rows, asked), found }
  }
  const rows = await pageIn(matching(db, words, asked), asked).execute()
  return { ...shown(rows, asked), found: null }
}

/** Selects a page in the requested order, plus one row. */
const pageIn = (people: People, { sort, cursor, limit }: PeopleFilters) => {
  const after = placeIn(cursor, sort)
  return people
    .select(({ selectFrom }) => [
      'accounts.id',
      'first_name',
      'last_name',
      'email',
      'sign_in_name',
      'role',
      'subscription_tier',
      'status',
      sql<boolean>`email is null or email_verified_at is not null`.as('email_verified'),
      'accounts.created_at',
      selectFrom('sessions')
        .select(({ fn }) => fn.max<string | null>('last_seen_at').as('at'))
        .whereRef('sessions.user_id', '=', 'accounts.id')
        .where('ended_at', 'is', null)
        .where('acting_session_id', 'is', null)
        .as('last_seen_at'),
      sql<string>`lower(last_name)`.as('last_key'),
      sql<string>`lower(first_name)`.as('first_key'),
    ])
    .$narrowType<Pick<ListedPerson, 'role' | 'status' | 'subscription_tier'>>()
    .$if(sort === 'name', (query) =>
      query
        .$if(after !== undefined, (query) =>
          query.where(
            keyset(
              '>',
              [sql`lower(last_name)`, 'text', after?.[0]],
              [sql`lower(first_name)`, 'text', after?.[1]],
              [sql.ref('accounts.id'), 'uuid', after?.[2]],
            ),
          ),
        )
        .orderBy(sql`lower(last_name)`)
        .orderBy(sql`lower(first_name)`)
        .orderBy('accounts.id'),
    )
    .$if(sort === 'newest', (query) =>
      query
        .$if(after !== undefined, (query) =>
          query.where(
            keyset(
              '<',
              [sql.ref('accounts.created_at'), 'timestamptz', after?.[0]],
              [sql.ref('accounts.id'), 'uuid', after?.[1]],
            ),
          ),
        )
        .orderBy('accounts.created_at', 'desc')
        .orderBy('accounts.id', 'desc'),
    )
    .limit(limit + 1)
}

type Row = ListedPerson & { last_key: string; first_key: string }

const shown = (rows: readonly Row[], { sort, limit }: PeopleFilters) =>
  pageAfter(rows, limit, (row) =>
    JSON.stringify(
      sort === 'name' ? [row.last_key, row.first_key, row.id] : [row.created_at, row.id],
    ),
  )

const STRING = String.raw`"(?:[^"\\]|\\.)*"`
const ID = '"[0-9a-f-]{36}"'
const CURSORS = {
  name: new RegExp(`^\\[${STRING},${STRING},${ID}\\]$`),
  newest: new RegExp(`^\\["\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,15}Z",${ID}\\]$`),
} satisfies Record<Order, RegExp>

const placeIn = (cursor: string | undefined, sort: Order) => {
  const key = decodeCursor(cursor, CURSORS[sort])
  return key === undefined ? undefined : (JSON.parse(key) as string[])
}
