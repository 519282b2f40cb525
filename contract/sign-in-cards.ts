import * as z from 'zod/mini'

import { MAX_PRINTED } from '#rules/sign-in-card'

import { LoginReply } from './auth.ts'
import { type CallLimit, del, endpoints, get, post } from './endpoint.ts'
import { email, Id, text, Timestamp } from './fields.ts'
import { SIGN_INS, USUAL, WAIT_A_FEW_MINUTES } from './limits.ts'
import { Proof } from './second-factor.ts'

const CardState = z.object({
  created_at: Timestamp,
  /** Null when the account of its maker was deleted; the card then no longer works. */
  created_by: z.nullable(z.string()),
})

/** How a learner signs in, for those who may change it. */
export const SignInMeans = z.object({
  sign_in_name: z.nullable(z.string()),
  has_address: z.boolean(),
  /** False with a second factor, and from 13 on with an email address. */
  may_have_card: z.boolean(),
  card: z.nullable(CardState),
})
export type SignInMeans = z.output<typeof SignInMeans>

export const CardLearner = z.extend(SignInMeans, {
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** A guardian has not consented yet. A card can be made afterwards. */
  waits: z.boolean(),
})
export type CardLearner = z.output<typeof CardLearner>

/** A new card. The secret is in the fragment of the link, and nowhere else. */
export const NewCard = z.object({
  id: Id,
  first_name: z.string(),
  sign_in_name: z.nullable(z.string()),
  url: z.string(),
  created_at: Timestamp,
})
export type NewCard = z.output<typeof NewCard>

const CardSecret = z.object({ card: text(100) })

/** Learners prove who they are when they add an address to their own account; others have no password of it. */
const NewAddress = z.extend(Proof, { email: email('Email is required') })

const BY_CARD = {
  ...SIGN_INS,
  name: 'card-ip',
  points: 400,
  ofFailures: true,
} satisfies CallLimit
/** Guardians are emailed about each card. */
const MADE = {
  name: 'cards-made',
  points: 60,
  seconds: 3600,
  message: WAIT_A_FEW_MINUTES,
  per: 'caller',
} satisfies CallLimit
/** Each sends an email to an address that did not ask for it. */
const ADDRESSES = {
  name: 'addresses',
  points: 10,
  seconds: 24 * 3600,
  message: 'That’s enough addresses for today. Please try again tomorrow.',
  per: 'caller',
} satisfies CallLimit

export const signInCards = endpoints({
  showCard: post('/api/auth/card/show', {
    summary: 'First name on a sign-in card, so that its holder can confirm it',
    access: 'public',
    limit: BY_CARD,
    body: CardSecret,
    reply: z.object({ first_name: z.string() }),
  }),
  signInByCard: post('/api/auth/card', {
    summary: 'Sign in with the secret of a sign-in card, for a school day',
    access: 'public',
    limit: [BY_CARD, SIGN_INS],
    whileBusy: true,
    body: CardSecret,
    reply: LoginReply,
  }),
  listCards: get('/api/advisor/cards', {
    summary: 'Learners in the caller’s care who may have a sign-in card, by name',
    access: 'advisor',
    reply: z.object({ items: z.array(CardLearner) }),
  }),
  printCards: post('/api/advisor/cards', {
    summary: 'Make sign-in cards for learners; their old cards and the sessions of those end',
    access: 'advisor',
    limit: MADE,
    body: z.object({
      ids: z
        .array(Id)
        .check(
          z.minLength(1, 'Please choose at least one learner'),
          z.maxLength(MAX_PRINTED, `Please choose up to ${MAX_PRINTED} learners at a time`),
        ),
    }),
    reply: z.object({ items: z.array(NewCard) }),
    status: 201,
  }),
  showSignIn: get('/api/learners/{id}/sign-in', {
    summary: 'How a learner signs in',
    access: 'signedIn',
    learner: { from: 'params.id', may: 'manageSignIn' },
    reply: SignInMeans,
  }),
  makeCard: post('/api/learners/{id}/card', {
    summary: 'Make a sign-in card; the old card and its sessions end',
    access: 'signedIn',
    limit: MADE,
    learner: { from: 'params.id', may: 'manageSignIn' },
    reply: NewCard,
    status: 201,
  }),
  revokeCard: del('/api/learners/{id}/card', {
    summary: 'End a sign-in card and the sessions that it opened',
    access: 'signedIn',
    limit: USUAL,
    learner: { from: 'params.id', may: 'manageSignIn' },
  }),
  makePasswordLink: post('/api/learners/{id}/password-link', {
    summary: 'Make a one-time link with which a learner without an address chooses a password',
    access: 'signedIn',
    limit: MADE,
    learner: { from: 'params.id', may: 'manageSignIn' },
    reply: z.object({ url: z.string(), sign_in_name: z.string() }),
    status: 201,
  }),
  addAddress: post('/api/learners/{id}/address', {
    summary: 'Email an address a link that adds it to an account without one',
    access: 'signedIn',
    limit: ADDRESSES,
    learner: { from: 'params.id', may: 'addAddress' },
    body: NewAddress,
    reply: z.object({ message: z.string() }),
    status: 202,
  }),
})
