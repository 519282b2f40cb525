import { sql } from 'kysely'

import { calendar } from '#contract/calendar'
import { consent } from '#contract/consent'
import { guardians } from '#contract/guardians'
import { parents } from '#contract/parents'
import { privacy } from '#contract/privacy'
import { reviews } from '#contract/reviews'
import { signInCards } from '#contract/sign-in-cards'
import { tutor } from '#contract/tutor'
import { GUARDIAN_SCOPES, type GuardianScope } from '#rules/access'

import { anyWork } from './acts-of-learners.ts'
import { keyOf, LEARNERS, type LearnerName, pairOf, type Relative, RELATIVES } from './cast.ts'
import { readMail } from './read-all.ts'
import { by, idOf, of, type Story, tried, writes } from './story.ts'

const anyChild = ({ r }: Story) => r.pick(['noah', 'maya'] as const)
const anyRelative = ({ r }: Story): Relative => r.pick(RELATIVES)

/** For the child and the advisor: parents may live apart (decisions/0087). */
export const comment = async (story: Story): Promise<void> => {
  const { oracle } = story
  const guardian = anyRelative(story)
  const work = anyWork(story)
  if (!work) return
  const { learner } = work
  const isStaff = oracle.staffOf(learner)
  await writes(story, {
    author: guardian,
    what: `comment on work of ${learner}`,
    maySee: (who) => isStaff(who) || oracle.only(guardian, learner)(who),
    write: (word) =>
      by(story, guardian)
        .call(reviews)
        .commentAsFamily({ params: { id: work.id }, body: { words: `Lovely ${word}` } }),
  })
}

/** Beside the task for the learner and who adds it; in the work, once handed in. */
export const addEvidence = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const learner = anyChild(story)
  const author = r.pick([...RELATIVES, 'advisor'] as const)
  const reads = oracle.reads(learner)
  await writes(story, {
    author,
    what: `evidence for ${learner}`,
    maySee: (who) => reads(who) || oracle.only(author)(who),
    write: (word) => {
      const form = new FormData()
      form.set('task_id', r.pick(cast.quest.tasks))
      form.set('text', `A note ${word}`)
      form.append('file', new File([`Photo of ${word}`], `${word}.txt`))
      return by(story, author)
        .call(parents)
        .addEvidence({ ...of(story, learner), form })
    },
  })
}

const findLink = ({ cast }: Story, learner: LearnerName, guardian: Relative) =>
  cast.app.db
    .selectFrom('guardian_links')
    .select('id')
    .where('learner_id', '=', cast.person[learner].id)
    .where('guardian_email', '=', cast.person[guardian].email)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const endLink = async (story: Story): Promise<void> => {
  const [learner, guardian] = [anyChild(story), anyRelative(story)]
  const link = await findLink(story, learner, guardian)
  if (!link || story.r.chance(50)) return
  const params = { id: idOf(story, learner), guardian_id: link.id }
  const done = await tried(by(story, guardian).call(guardians).endGuardian({ params }))
  if (done) story.cast.ties.links.delete(keyOf(learner, guardian))
}

export const override = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const [learner, guardian] = [anyChild(story), anyRelative(story)]
  const link = await findLink(story, learner, guardian)
  if (!link) return
  const key = keyOf(learner, guardian)
  const scopes = GUARDIAN_SCOPES.filter(
    (scope) => cast.ties.links.get(key)!.has(scope) && r.chance(60),
  )
  const done = await writes(story, {
    author: 'admin',
    what: `reason for an override of ${guardian}`,
    maySee: oracle.only('admin'),
    write: (word) =>
      by(story, 'admin')
        .call(guardians)
        .overrideGuardian({
          params: { id: idOf(story, learner), guardian_id: link.id },
          body: { scopes, reason: `Court ${word}` },
        }),
  })
  if (done) cast.ties.links.set(key, new Set(scopes))
  await noteStopped(story)
}

const someScopes = ({ r }: Story): GuardianScope[] => {
  const scopes = GUARDIAN_SCOPES.filter(() => r.chance(60))
  return scopes.length > 0 ? scopes : ['view']
}

/** A new link has at most the scopes that were offered, and those that its giver and an override leave. */
const noteLink = async (
  { cast }: Story,
  learner: LearnerName,
  guardian: Relative,
  offered: readonly GuardianScope[],
) => {
  const link = await cast.app.db
    .selectFrom('guardian_links')
    .select('scopes')
    .where('learner_id', '=', cast.person[learner].id)
    .where('guardian_email', '=', cast.person[guardian].email)
    .where('ended_at', 'is', null)
    .$narrowType<{ scopes: GuardianScope[] }>()
    .executeTakeFirstOrThrow()
  cast.ties.links.set(
    keyOf(learner, guardian),
    new Set(offered.filter((scope) => link.scopes.includes(scope))),
  )
}

export const invite = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const [learner, guardian] = [anyChild(story), anyRelative(story)]
  const giver = r.pick(['mother', 'father', 'admin', 'maya'] as const)
  if (await findLink(story, learner, guardian)) return
  const scopes = someScopes(story)
  const isStaff = oracle.staffOf(learner)
  const invited = await writes(story, {
    author: giver,
    what: `invitation of ${guardian} to ${learner}`,
    maySee: (who) =>
      isStaff(who) ||
      oracle.only(giver, guardian)(who) ||
      (who === learner && cast.ties.age[learner] >= 13),
    write: (word) =>
      by(story, giver)
        .call(guardians)
        .inviteGuardian({
          ...of(story, learner),
          body: { email: by(story, guardian).email, relation: `Kin ${word}`, scopes },
        }),
  })
  if (!invited) return
  const letters = (await readMail(cast))
    .filter(({ who }) => who === guardian)
    .map(({ text }) => text)
  const [, token = ''] =
    /guardian-invitation\/([\w.~-]+)/.exec(
      letters.findLast((text) => text.includes('guardian-invitation/')) ?? '',
    ) ?? []
  story.letters.push({ who: guardian, path: `/api/guardian-invitations/${token}` })
  if (r.chance(30)) return
  const accepted = await tried(
    by(story, guardian).call(guardians).acceptGuardianInvitation({ params: { token } }),
  )
  if (accepted) await noteLink(story, learner, guardian, scopes)
}

export const pair = async (story: Story): Promise<void> => {
  const { r } = story
  const [learner, guardian] = [anyChild(story), anyRelative(story)]
  const giver = r.pick(['mother', 'father', 'maya'] as const)
  if (await findLink(story, learner, guardian)) return
  const scopes = someScopes(story)
  const made = await tried(
    by(story, giver)
      .call(guardians)
      .makePairingCode({ ...of(story, learner), body: { scopes } }),
  )
  if (!made) return
  const body = { code: made.reply.code, relation: 'Kin' }
  const done = await tried(by(story, guardian).call(guardians).redeemPairingCode({ body }))
  if (done) await noteLink(story, learner, guardian, scopes)
}

/** Withdraws or gives consent. Without that to use the site the account stops, unless the other parent has allowed it since. */
export const changeConsent = async (story: Story): Promise<void> => {
  const { r, cast } = story
  const me = by(story, r.pick(['mother', 'father'] as const)).call(consent)
  const scope = r.pick(['publishing', 'connections_and_messages', 'tutor', 'use'] as const)
  const body = { scopes: [scope] }
  const withdrawn = await tried(me.withdrawConsent({ ...of(story, 'noah'), body }))
  if (withdrawn && scope === 'connections_and_messages')
    cast.ties.friends.delete(pairOf('noah', 'ben'))
  if (r.chance(70)) await tried(me.agree({ ...of(story, 'noah'), body }))
  await noteStopped(story)
}

const noteStopped = async ({ cast }: Story): Promise<void> => {
  for (const learner of LEARNERS) {
    const { id } = cast.person[learner]
    const { status } = await cast.app.db
      .selectFrom('users')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (status === 'active') cast.ties.stopped.delete(learner)
    else cast.ties.stopped.add(learner)
  }
}

/** Noah turns thirteen, or Maya eighteen: today, as the database counts. Guardian links that were made before end at eighteen. */
export const growUp = async (story: Story): Promise<void> => {
  const { r, cast } = story
  const learner = anyChild(story)
  const age = learner === 'noah' ? 13 : 18
  if (cast.ties.age[learner] >= age || r.chance(60)) return
  const { id } = cast.person[learner]
  const { db, parts } = cast.app
  await sql`update users set date_of_birth = current_date - ${age} * interval '1 year' where id = ${id}`.execute(
    db,
  )
  await sql`update guardian_links set since = since - interval '1 year' where learner_id = ${id}`.execute(
    db,
  )
  parts.callers.forget(id)
  cast.ties.age[learner] = age
  await cast.app.runJob('milestones')
}

export const claimData = async (story: Story): Promise<void> => {
  const who = story.r.pick(['maya', 'ben', 'noah', 'advisor', 'mother', 'father'] as const)
  const me = by(story, who).call(privacy)
  const asked = await tried(
    who === 'mother' || who === 'father'
      ? me.requestChildExport(of(story, 'noah'))
      : me.requestExport(),
  )
  if (asked) await story.cast.app.runJob('export', { exportId: asked.reply.id })
}

export const subscribe = async (story: Story): Promise<void> => {
  const who = story.r.pick(['maya', 'advisor', 'mother', 'father'] as const)
  const me = by(story, who).call(calendar)
  const feed = await tried(
    who === 'mother' || who === 'father'
      ? me.makeChildFeed(of(story, anyChild(story)))
      : me.makeFeed(),
  )
  if (feed) story.letters.push({ who, path: new URL(feed.reply.url).pathname })
}

export const createCard = async (story: Story): Promise<void> => {
  const who = story.r.pick(['mother', 'father', 'advisor'] as const)
  await tried(by(story, who).call(signInCards).makeCard(of(story, 'noah')))
}

const SETTINGS = {
  enabled: true,
  hours: { from: '00:00', to: '24:00' },
  daily_minutes: 1440,
  alert_level: 'low',
  retention_days: 90,
} as const

export const setTutor = async (story: Story): Promise<void> => {
  const { oracle } = story
  const [learner, guardian] = [anyChild(story), anyRelative(story)]
  await writes(story, {
    author: guardian,
    what: `topic closed to ${learner}`,
    maySee: oracle.about(
      learner,
      (who) => who === learner || oracle.hasScope(who, learner, 'tutor'),
    ),
    write: (word) =>
      by(story, guardian)
        .call(tutor)
        .changeTutorSettings({
          ...of(story, learner),
          body: { ...SETTINGS, blocked_topics: [`Games ${word}`] },
        }),
  })
}
