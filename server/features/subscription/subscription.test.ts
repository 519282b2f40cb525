import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { auth } from '#contract/auth'
import { notifications } from '#contract/notifications'
import { privacy } from '#contract/privacy'
import { subscription } from '#contract/subscription'
import { linkGuardian } from '#features/family'
import { eraseAccount, eraseDue } from '#features/privacy'
import type { Tier, TierSource } from '#rules/tiers'
import { type PaymentServer, signEvent, startPaymentServer } from '#testing/payment-server'
import { PASSWORD, type Person, startApp, type TestApp } from '#testing/start-app'

import { setTier } from './set-tier.ts'

let app: TestApp
let stripe: PaymentServer
beforeAll(async () => {
  stripe = await startPaymentServer()
  app = await startApp({
    poolSize: 6,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      STRIPE_PRICE_EXPLORER: 'price_explorer',
      STRIPE_PRICE_CREATOR: 'price_creator',
    },
  })
})
beforeEach(() => {
  stripe.beforeAnswer = async () => {}
  stripe.isDown = false
})
afterAll(async () => {
  await app.stop()
  await stripe.stop()
})

const calls = (person: Person) => person.call(subscription)
const tierOf = async (person: Person) => (await person.call(auth).me()).subscription_tier

const buy = async (payer: Person, learner = payer, tier: 'explorer' | 'creator' = 'creator') => {
  const { url } = await calls(payer).buyTier({ body: { learner_id: learner.id, tier } })
  return stripe.pay(url)
}

const eventOf = (type: string, id: string, eventId = `evt_${randomUUID()}`) => {
  const object =
    type === 'checkout.session.completed'
      ? { object: 'checkout.session', id: stripe.checkoutOf(id), subscription: id }
      : { object: 'subscription', id }
  return JSON.stringify({ id: eventId, object: 'event', type, data: { object } })
}

const send = (
  payload: string,
  signature = signEvent(payload, stripe.webhookSecret, app.parts.clock()),
) =>
  app.http.inject({
    method: 'POST',
    url: subscription.paymentEvent.path,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
const hear = async (...event: Parameters<typeof eventOf>) =>
  expect((await send(eventOf(...event))).statusCode).toBe(204)

const give = (person: Person, source: TierSource, tier: Tier | null) =>
  setTier(app.db, { userId: person.id, source, tier, actorId: null, address: null })

describe('a tier', () => {
  test('is the admin’s word, else the agreement’s, else what is paid for; each is taken back by itself', async () => {
    const ada = await app.person()
    expect(await give(ada, 'payment', 'creator')).toBe('creator')
    expect(await give(ada, 'agreement', 'enterprise')).toBe('enterprise')
    expect(await give(ada, 'admin', 'free')).toBe('free')
    expect(await tierOf(ada)).toBe('free')
    expect(await give(ada, 'payment', null)).toBe('free')
    expect(await give(ada, 'admin', null)).toBe('enterprise')
    expect(await give(ada, 'agreement', null)).toBe('free')
    const log = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('subject_id', '=', ada.id)
      .where('action', '=', 'tier_changed')
      .orderBy('id')
      .execute()
    expect(log).toHaveLength(6)
    expect(log[2]?.detail).toMatchObject({ source: 'admin', from: 'enterprise', to: 'free' })
  })
})

describe('a payment', () => {
  test('gives the tier, and its end takes it back', async () => {
    const ada = await app.person()
    expect(await calls(ada).showSubscription()).toEqual({
      tier: 'free',
      given_by: null,
      paid: null,
      is_payer: false,
      offers: ['explorer', 'creator'],
    })
    const bought = await buy(ada)
    expect(await tierOf(ada)).toBe('free')
    await hear('checkout.session.completed', bought.id)
    expect(await tierOf(ada)).toBe('creator')
    expect(await calls(ada).showSubscription()).toMatchObject({
      given_by: 'payment',
      paid: { tier: 'creator', is_own: true, is_overdue: false },
      offers: [],
    })
    await expect(buy(ada)).rejects.toMatchObject({ status: 409 })
    expect((await calls(ada).managePayments()).url).toContain('portal.example/cus_')
    await expect(
      ada.call(privacy).closeAccount({ body: { confirmation: ada.email, password: PASSWORD } }),
    ).rejects.toMatchObject({ status: 409 })

    bought.status = 'past_due'
    await hear('customer.subscription.updated', bought.id)
    expect(await calls(ada).showSubscription()).toMatchObject({
      tier: 'creator',
      paid: { is_overdue: true },
    })
    bought.status = 'canceled'
    await hear('customer.subscription.deleted', bought.id)
    expect(await tierOf(ada)).toBe('free')
  })

  test('for a child is a guardian’s; minors and strangers cannot pay', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const parent = await app.person({ role: 'parent' })
    const stranger = await app.person({ role: 'parent' })
    await linkGuardian(app.db, {
      learnerId: child.id,
      email: parent.email,
      name: 'X',
      origin: 'invitation',
      now: app.parts.clock(),
    })
    await expect(buy(child)).rejects.toMatchObject({ status: 403 })
    expect(await calls(child).showSubscription()).toMatchObject({ offers: [] })
    await expect(buy(stranger, child)).rejects.toMatchObject({ status: 404 })
    const bought = await buy(parent, child, 'explorer')
    await hear('checkout.session.completed', bought.id)
    expect([await tierOf(child), await tierOf(parent)]).toEqual(['explorer', 'free'])
    const query = { learner_id: child.id }
    expect((await calls(parent).showSubscription({ query })).paid).toMatchObject({ is_own: true })
    expect(await calls(parent).showSubscription()).toMatchObject({ paid: null, is_payer: true })

    bought.status = 'past_due'
    await hear('customer.subscription.updated', bought.id)
    const overdue = async (person: Person) =>
      (await calls(person).showSubscription({ query })).paid?.is_overdue
    expect([await overdue(parent), await overdue(child)]).toEqual([true, false])
  })

  test('outlives the learner’s account: who pays can still end it, and does not leave before', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const parent = await app.person({ role: 'parent' })
    const linked = { learnerId: child.id, email: parent.email, name: 'X' }
    await linkGuardian(app.db, { ...linked, origin: 'invitation', now: app.parts.clock() })
    const bought = await buy(parent, child)
    await hear('checkout.session.completed', bought.id)
    // Sold before only one checkout was open at a time.
    const late = { ...bought, id: `sub_${randomUUID()}` }
    stripe.subscriptions.set(late.id, late)
    await eraseAccount(app.db, child.id)
    await hear('checkout.session.completed', late.id)
    const leave = () =>
      parent
        .call(privacy)
        .closeAccount({ body: { confirmation: parent.email, password: PASSWORD } })
    for (const subscription of [bought, late]) {
      expect(await calls(parent).showSubscription()).toMatchObject({ paid: null, is_payer: true })
      await expect(leave()).rejects.toMatchObject({ status: 409 })
      subscription.status = 'canceled'
      await hear('customer.subscription.deleted', subscription.id)
    }
    expect(await calls(parent).showSubscription()).toMatchObject({ is_payer: false })
    await leave()
  })

  test('is no secret to who pays once the learner’s account is erased', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const parent = await app.person({ role: 'parent' })
    const linked = { learnerId: child.id, email: parent.email, name: 'X' }
    await linkGuardian(app.db, { ...linked, origin: 'invitation', now: app.parts.clock() })
    const bought = await buy(parent, child)
    await hear('checkout.session.completed', bought.id)
    await child
      .call(privacy)
      .closeAccount({ body: { confirmation: child.email, password: PASSWORD } })
    const due = { deletion_due_at: app.parts.clock().toISOString() }
    await app.db.updateTable('users').set(due).where('id', '=', child.id).execute()
    await eraseDue(app.parts)
    const { items } = await parent.call(notifications).listNotifications()
    expect(items).toMatchObject([
      { title: expect.stringContaining('payment goes on'), path: '/subscription' },
    ])
  })

  test('that is made after the account was closed keeps it until the payment ends', async () => {
    const ada = await app.person()
    const { url } = await calls(ada).buyTier({ body: { learner_id: ada.id, tier: 'creator' } })
    const body = { confirmation: ada.email, password: PASSWORD }
    await ada.call(privacy).closeAccount({ body })
    const bought = stripe.pay(url)
    await hear('checkout.session.completed', bought.id)
    const isThere = async () => {
      await app.db
        .updateTable('users')
        .set({ deletion_due_at: app.parts.clock().toISOString() })
        .where('id', '=', ada.id)
        .execute()
      await eraseDue(app.parts)
      const found = await app.db
        .selectFrom('accounts')
        .select('status')
        .where('id', '=', ada.id)
        .executeTakeFirst()
      return found !== undefined
    }
    expect(await isThere()).toBe(true)
    bought.status = 'canceled'
    await hear('customer.subscription.deleted', bought.id)
    expect(await isThere()).toBe(false)
  })

  test('is one for a learner: the next checkout ends the previous one, whoever opened it', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const [mother, father] = [
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
    ]
    for (const { email } of [mother, father]) {
      const linked = { learnerId: child.id, email, name: 'X' }
      await linkGuardian(app.db, { ...linked, origin: 'invitation', now: app.parts.clock() })
    }
    const start = (payer: Person) =>
      calls(payer).buyTier({ body: { learner_id: child.id, tier: 'creator' } })

    const abandoned = await start(mother)
    const own = await start(father)
    expect(() => stripe.pay(abandoned.url)).toThrow('expired')
    const bought = stripe.pay((await start(father)).url)
    expect(() => stripe.pay(own.url)).toThrow('expired')
    // Paid, although the payment service has not said so yet.
    for (const payer of [mother, father]) {
      await expect(start(payer)).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('paid for already'),
      })
    }
    await hear('checkout.session.completed', bought.id)
    await expect(start(mother)).rejects.toMatchObject({ status: 409 })
    bought.status = 'canceled'
    await hear('customer.subscription.deleted', bought.id)
    await start(mother)
  })

  test('at one moment by several people leaves one checkout that can be paid', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(14) })
    const guardians = [
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
      await app.person({ role: 'parent' }),
    ]
    for (const { email } of guardians) {
      const linked = { learnerId: child.id, email, name: 'X' }
      await linkGuardian(app.db, { ...linked, origin: 'invitation', now: app.parts.clock() })
    }
    const start = (payer: Person) =>
      calls(payer).buyTier({ body: { learner_id: child.id, tier: 'creator' } })
    const urls = [(await start(guardians[0]!)).url]
    for (let round = 0; round < 3; round += 1) {
      for (const started of await Promise.allSettled(guardians.map(start)))
        if (started.status === 'fulfilled') urls.push(started.value.url)
    }
    const paid = urls.filter((url) => {
      try {
        stripe.pay(url)
        return true
      } catch {
        return false
      }
    })
    expect(paid).toHaveLength(1)
  })

  test('that the payment service could not start keeps nobody out', async () => {
    const ada = await app.person()
    const start = () => calls(ada).buyTier({ body: { learner_id: ada.id, tier: 'creator' } })
    stripe.isDown = true
    await expect(start()).rejects.toMatchObject({ status: 503 })
    stripe.isDown = false
    await start()
  })

  test('never undoes what an admin set', async () => {
    const ada = await app.person()
    await give(ada, 'admin', 'enterprise')
    const bought = await buy(ada)
    await hear('checkout.session.completed', bought.id)
    bought.status = 'canceled'
    await hear('customer.subscription.deleted', bought.id)
    expect(await tierOf(ada)).toBe('enterprise')
  })
})

describe('events of the payment service', () => {
  test('count in whatever order they come, and twice at once', async () => {
    const ada = await app.person()
    const bought = await buy(ada)
    bought.status = 'canceled'
    await hear('customer.subscription.deleted', bought.id)
    await hear('customer.subscription.created', bought.id)
    await hear('checkout.session.completed', bought.id)
    expect(await tierOf(ada)).toBe('free')

    const again = await buy(ada)
    const copies = Array.from({ length: 5 }, () =>
      hear('customer.subscription.created', again.id, 'evt_twice'),
    )
    await Promise.all(copies)
    expect(await tierOf(ada)).toBe('creator')
    const log = await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', ada.id)
      .where('action', '=', 'tier_changed')
      .execute()
    expect(log).toHaveLength(1)
  })

  test('do not let an older answer replace a newer one', async () => {
    const ada = await app.person()
    const bought = await buy(ada)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let arrived = () => {}
    const first = new Promise<void>((resolve) => (arrived = resolve))
    // The first response, which says "active", is delayed until the second has taken effect.
    let answers = 0
    stripe.beforeAnswer = async () => {
      answers += 1
      if (answers > 1) return
      arrived()
      await held
    }
    const slow = hear('customer.subscription.created', bought.id)
    await first
    bought.status = 'canceled'
    await hear('customer.subscription.deleted', bought.id)
    release()
    await slow
    expect(await tierOf(ada)).toBe('free')
  })

  test('are refused when forged, altered, old, or not signed', async () => {
    const ada = await app.person()
    const { id } = await buy(ada)
    const payload = eventOf('customer.subscription.created', id)
    const now = app.parts.clock()
    const late = new Date(now.getTime() - 6 * 60_000)
    for (const [body, signature] of [
      [payload, signEvent(payload, 'whsec_guessed', now)],
      [payload.replace('created', 'updated'), signEvent(payload, stripe.webhookSecret, now)],
      [payload, signEvent(payload, stripe.webhookSecret, late)],
      [payload, 'nonsense'],
      [payload, ''],
    ] as const) {
      expect((await send(body, signature)).statusCode).toBe(400)
    }
    expect(await tierOf(ada)).toBe('free')
  })

  test('about what was not bought here change nothing', async () => {
    const ada = await app.person()
    const bought = await buy(ada)
    bought.price = 'price_of_something_else'
    await hear('customer.subscription.created', bought.id)
    const elsewhere = { ...bought, id: 'sub_else', price: 'price_creator', metadata: {} }
    stripe.subscriptions.set(elsewhere.id, elsewhere)
    await hear('customer.subscription.created', elsewhere.id)
    await hear('customer.subscription.created', 'sub_unknown')
    await hear('invoice.paid', 'in_1')
    expect(await tierOf(ada)).toBe('free')
  })
})

test('without a payment service nothing is sold', async () => {
  const plain = await startApp({ beside: app })
  try {
    const ada = await plain.person()
    expect(await calls(ada).showSubscription()).toMatchObject({ offers: [] })
    await expect(buy(ada)).rejects.toMatchObject({ status: 404 })
  } finally {
    await plain.stop()
  }
})
