import { connections } from '#contract/connections'
import { messages } from '#contract/messages'
import { profile } from '#contract/profile'
import { safety } from '#contract/safety'
import { tutor } from '#contract/tutor'
import { askTutor } from '#testing/tutor-builder'

import { draft } from './acts-of-learners.ts'
import { writeNote } from './acts-of-staff.ts'
import { LEARNERS, type Name } from './cast.ts'
import { by, idOf, type Story, tried } from './story.ts'

// Events that guardians must not notice, not even by a number, an order or a date: what is said after a child has spoken of home, and what
// safeguarding does about it.

const TOLD = [
  'Karen hits me',
  'Marcus comes into my room at night and touches me',
  'my dad hits me',
  'I get hit at home',
]
const SAID = ['Really?', 'Tell somebody', 'Does your mum hit you?', 'I want to die', 'Send nudes']

const PAIRS: [Name, Name][] = [
  ['maya', 'ben'],
  ['maya', 'advisor'],
  ['noah', 'ben'],
  ['noah', 'advisor'],
]

const openThread = (story: Story, [child, other]: [Name, Name]) =>
  tried(
    by(story, child)
      .call(messages)
      .beginConversation({ body: { participant_ids: [idOf(story, other)] } }),
  )

/** Sends what guardians see before: greetings, which nobody has read yet, and a question to the tutor. */
export const greet = async (story: Story): Promise<void> => {
  const { cast, talks } = story
  for (const pair of PAIRS) {
    const params = { id: (await openThread(story, pair))!.reply.id }
    for (const author of pair) {
      cast.app.moveClock(1000)
      await by(story, author)
        .call(messages)
        .sendMessage({ params, body: { text: 'Good morning' } })
    }
  }
  for (const learner of ['noah', 'maya'] as const) {
    const { id } = await by(story, learner).call(tutor).startConversation({ body: {} })
    await askTutor(cast.app, by(story, learner), id, 'How do plants grow?')
    talks.push({ id, learner, messages: 1, holds: [] })
  }
}

const confide = async (story: Story): Promise<void> => {
  const { r } = story
  const pair = r.pick(PAIRS)
  const [child] = pair
  const begun = await openThread(story, pair)
  if (!begun) return
  const params = { id: begun.reply.id }
  const say = (author: Name, text: string) =>
    tried(by(story, author).call(messages).sendMessage({ params, body: { text } }))
  if (!(await say(child, r.pick(TOLD)))) return
  for (let i = r.between(1, 3); i > 0; i -= 1) {
    const author = r.pick(pair)
    const sent = await say(author, r.pick(SAID))
    if (sent && r.chance(30))
      await tried(
        by(story, author)
          .call(messages)
          .deleteMessage({ params: { id: sent.reply.id } }),
      )
    if (sent && r.chance(40)) await report(story, r.pick(pair), sent.reply.id)
    if (r.chance(40))
      await tried(by(story, r.pick(pair)).call(messages).markRead({ params, body: {} }))
  }
}

const report = (story: Story, reporter: Name, id: string) => {
  const body = {
    reason: story.r.pick(['bullying', 'unsafe', 'other'] as const),
    note: 'Please look',
  }
  return tried(by(story, reporter).call(messages).reportMessage({ params: { id }, body }))
}

const confideInTutor = async (story: Story): Promise<void> => {
  const { r, cast } = story
  const learner = r.pick(['maya', 'noah'] as const)
  const me = by(story, learner)
  const known = story.talks.filter((talk) => talk.learner === learner)
  const id =
    known.length > 0 && r.chance(60)
      ? r.pick(known).id
      : (await me.call(tutor).startConversation({ body: {} })).id
  for (const text of [r.pick(TOLD), r.pick(['And my homework?', 'I want to die'])])
    await askTutor(cast.app, me, id, text)
}

const confideInTitle = async (story: Story): Promise<void> => {
  const me = by(story, story.r.pick(['maya', 'noah'] as const))
  await tried(me.call(profile).changeProfile({ body: { interests: story.r.pick(TOLD) } }))
}

const lookInto = async (story: Story): Promise<void> => {
  const { r } = story
  const me = by(story, 'lead').call(safety)
  const ours = new Set(LEARNERS.map((learner) => idOf(story, learner)))
  const { items } = await me.listSafetyCases({ query: { limit: 100 } })
  const held = items.filter(({ learner, held_back }) => held_back && ours.has(learner.id))
  if (held.length === 0) return
  const params = { id: r.pick(held).id }
  await me.openSafetyReport({ params })
  await me.changeSafetyReport({
    params,
    body: { state: r.pick(['seen', 'acted', 'false_positive']) },
  })
}

const escalate = async ({ cast }: Story): Promise<void> => {
  for (const job of ['escalate-safety-reports', 'tell-of-messages', 'send-notifications'])
    await cast.app.runJob(job)
}

const blame = async (story: Story): Promise<void> => {
  const [reporter, reported] = story.r.pick(PAIRS)
  const body = { reason: 'unkind', words: 'Please look' } as const
  const params = { user_id: idOf(story, reported) }
  await tried(by(story, reporter).call(connections).reportPerson({ params, body }))
}

export const SECRETS = {
  confide,
  confideInTutor,
  confideInTitle,
  lookInto,
  escalate,
  blame,
  draft,
  writeNote,
}
