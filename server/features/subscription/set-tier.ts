import { storeTier } from '#features/people'
import { recordAudit } from '#platform/audit'
import { type Db, transaction } from '#platform/database'
import { notFound } from '#platform/http'
import { type Tier, tierFrom, type TierSource } from '#rules/tiers'

type TierChange = {
  userId: string
  source: TierSource
  /** Null revokes this source's grant: then another source's applies, or the free tier. */
  tier: Tier | null
  /** Null for the program itself. */
  actorId: string | null
  /** IP address, if the change came with a request. */
  address: string | null
  reason?: string
}

/**
 * The only place that changes a person's tier. Each source has its own grant, so that none overrides another; rules/tiers decides
 * which applies. Nodes are notified and reload the account. Returns the resulting tier.
 * @throws notFound for an unknown person
 */
export const setTier = (db: Db, change: TierChange): Promise<Tier> =>
  transaction(db, async (db) => {
    const { userId, source, tier, actorId, address, reason } = change
    const person = await db
      .selectFrom('accounts')
      .select('subscription_tier')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) throw notFound()
    const given = await listGrants(db, userId)
    const before = given.find((grant) => grant.source === source)?.tier ?? null
    if (before !== tier) await storeGrant(db, { userId, source, tier })
    const others = given.filter((grant) => grant.source !== source)
    const now = tierFrom(tier ? [...others, { source, tier }] : others)
    if (now !== person.subscription_tier) await storeTier(db, userId, now)
    if (before !== tier || now !== person.subscription_tier) {
      const detail = { source, tier, from: person.subscription_tier, to: now, reason }
      await recordAudit(db, { actorId, subjectId: userId, action: 'tier_changed', address, detail })
    }
    return now
  })

export const findTier = async (db: Db, userId: string): Promise<Tier> => {
  const person = await db
    .selectFrom('accounts')
    .select('subscription_tier')
    .where('id', '=', userId)
    .$narrowType<{ subscription_tier: Tier }>()
    .executeTakeFirst()
  if (!person) throw notFound()
  return person.subscription_tier
}

/** A person's tier grants, by source. */
export const listGrants = (db: Db, userId: string) =>
  db
    .selectFrom('tier_grants')
    .select(['source', 'tier', 'granted_at'])
    .where('user_id', '=', userId)
    .$narrowType<{ source: TierSource; tier: Tier }>()
    .execute()

const storeGrant = async (
  db: Db,
  { userId: user_id, source, tier }: Pick<TierChange, 'userId' | 'source' | 'tier'>,
) => {
  if (tier === null) {
    await db
      .deleteFrom('tier_grants')
      .where('user_id', '=', user_id)
      .where('source', '=', source)
      .execute()
    return
  }
  await db
    .insertInto('tier_grants')
    .values({ user_id, source, tier })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'source'])
        .doUpdateSet((set) => ({ tier, granted_at: set.fn('now') })),
    )
    .execute()
}
