import { calendar } from '#contract/calendar'
import { files } from '#contract/files'
import { outsideWork } from '#contract/outside-work'
import { portfolio } from '#contract/portfolio'
import { profile } from '#contract/profile'
import { quests } from '#contract/quests'
import { reviews } from '#contract/reviews'
import { tutor } from '#contract/tutor'
import { fileForm } from '#testing/sample-files'
import { askTutor } from '#testing/tutor-builder'

import type { LearnerName } from './cast.ts'
import type { MaySee } from './oracle.ts'
import {
  by,
  childsText,
  isHeld,
  plant,
  type Story,
  type Talk,
  tried,
  type Work,
  writes,
} from './story.ts'

const anyLearner = ({ r }: Story) =>
  r.pick(['noah', 'noah', 'maya', 'maya', 'ben', 'cleo'] as const)

export const anyWork = ({ r, works }: Story): Work | undefined =>
  works.length > 0 ? r.pick(works) : undefined

/** Guardians see no work that is withdrawn, or that may be about home. */
export const readsWork = ({ oracle }: Story, work: Work): MaySee =>
  oracle.reads(work.learner, () => !work.isWithdrawn && !isHeld(work))

const seesWork = (story: Story, work: Work, isReported: boolean): MaySee => {
  const reads = readsWork(story, work)
  const readsReport = story.oracle.readsReport(work.learner, () => isHeld(work))
  return (who) => reads(who) || (isReported && readsReport(who))
}

/** Whether anybody may see it, in a portfolio: nobody, once it may be about home. */
const isShown = ({ oracle }: Story, work: Work): boolean =>
  work.isPublic && !work.isWithdrawn && oracle.isThere(work.learner) && !isHeld(work)

const nextTask = ({ cast, works }: Story, learner: LearnerName) =>
  cast.quest.tasks.find(
    (id) =>
      !works.some((work) => work.learner === learner && work.taskId === id && !work.isWithdrawn),
  )!

export const handIn = async (story: Story): Promise<void> => {
  const { r } = story
  const learner = anyLearner(story)
  const me = by(story, learner)
  const work: Work = {
    id: '',
    learner,
    taskId: nextTask(story, learner),
    isWithdrawn: false,
    isPublic: false,
    holds: [],
  }
  const { isAboutHome, isReported, textWith } = childsText(story)
  const reads = seesWork(story, work, isReported)
  const maySee: MaySee = (who) => reads(who) || isShown(story, work)
  const name = plant(story, `${learner}: a file of work`, maySee)
  const file = await me
    .call(files)
    .uploadFile({ form: fileForm(`Notes ${name}`, `${name}.txt`) })
    .catch(() => undefined)
  const done = await writes(story, {
    author: learner,
    what: `work${isAboutHome ? ' about home' : ''}`,
    maySee,
    write: (word) => {
      const text = textWith(word)
      const isReflection = r.chance(30)
      return me.call(quests).submitTask({
        params: { id: work.taskId },
        body: {
          blocks: [
            { type: 'text', text: isReflection ? 'My garden.' : text },
            { type: 'link', url: `https://example.org/${word}`, caption: 'A page' },
            ...(file ? [{ type: 'file' as const, file_id: file.id, caption: '' }] : []),
          ],
          ...(isReflection && { reflection: text }),
        },
      })
    },
  })
  if (!done) return
  work.id = done.reply.attempt.id
  if (isAboutHome) work.holds.push({ word: done.word, isReleased: false })
  story.works.push(work)
}

export const withdraw = async (story: Story): Promise<void> => {
  const work = anyWork(story)
  if (!work || work.isWithdrawn) return
  const done = await tried(
    by(story, work.learner)
      .call(quests)
      .withdrawTask({ params: { id: work.taskId } }),
  )
  if (done) work.isWithdrawn = true
}

export const draft = async (story: Story): Promise<void> => {
  const learner = anyLearner(story)
  await writes(story, {
    author: learner,
    what: 'a draft',
    maySee: story.oracle.only(learner),
    write: (word) =>
      by(story, learner)
        .call(quests)
        .saveDraft({
          params: { id: nextTask(story, learner) },
          body: { blocks: [{ type: 'text', text: `So far ${word}` }] },
        }),
  })
}

export const answer = async (story: Story): Promise<void> => {
  const work = anyWork(story)
  if (!work) return
  const { isAboutHome, isReported, textWith } = childsText(story)
  const done = await writes(story, {
    author: work.learner,
    what: `answer to feedback${isAboutHome ? ' about home' : ''}`,
    maySee: seesWork(story, work, isReported),
    write: (word) =>
      by(story, work.learner)
        .call(reviews)
        .answer({ params: { id: work.id }, body: { words: textWith(word) } }),
  })
  if (done && isAboutHome) work.holds.push({ word: done.word, isReleased: false })
}

const AUDIENCES = ['private', 'family', 'advisor', 'link', 'public'] as const

/** Chooses anew what the portfolio shows. */
export const showWork = async (story: Story): Promise<void> => {
  const { r, oracle } = story
  const learner = anyLearner(story)
  const shown = story.works
    .filter((work) => work.learner === learner)
    .map((work) => {
      const audience = r.pick(AUDIENCES)
      const isPublic = audience === 'link' || audience === 'public'
      const reads = readsWork(story, work)
      const inEditor = oracle.only(learner)
      const caption = plant(story, `${learner}: caption for ${audience}`, (who) =>
        audience === 'private' ? inEditor(who) : reads(who) || (isPublic && isShown(story, work)),
      )
      return { work, isPublic, item: { attempt_id: work.id, audience, caption: `Look ${caption}` } }
    })
  const body = { published: r.chance(60), items: shown.map(({ item }) => item) }
  const done = await tried(by(story, learner).call(portfolio).changePortfolio({ body }))
  if (!done) return
  for (const { work, isPublic } of shown) work.isPublic = isPublic
  const link = await writes(story, {
    author: learner,
    what: 'label of a private link',
    maySee: oracle.only(learner),
    write: (word) =>
      by(story, learner)
        .call(portfolio)
        .addPortfolioLink({ body: { label: `For ${word}`, days: 30 } }),
  })
  if (link) story.links.portfolio.push(link.reply.url.split('/').at(-1)!)
}

export const askTheTutor = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const learner = r.pick(['noah', 'maya'] as const)
  const talk = await anyTalk(story, learner)
  if (!talk) return
  cast.app.moveClock(1000)
  const { isAboutHome, isReported, textWith } = childsText(story)
  const number = (talk.messages += 1)
  const isHidden = () => talk.holds.some((hold) => !hold.isReleased && hold.from <= number)
  const hold = { word: '', isReleased: false, from: number }
  // A released report is open, whatever else of the conversation is withheld.
  const readsReport = oracle.readsReport(learner, () => !hold.isReleased && isHidden())
  const reads = oracle.about(
    learner,
    (who) => who === learner || (!isHidden() && oracle.hasScope(who, learner, 'tutor')),
  )
  const word = plant(
    story,
    `${learner}: to the tutor${isAboutHome ? ' about home' : ''}`,
    (who) => reads(who) || (isReported && readsReport(who)),
  )
  const { status } = await askTutor(cast.app, by(story, learner), talk.id, textWith(word))
  // Everything reported after a withheld message is withheld as well.
  if (status === 200 && (isAboutHome || (isReported && isHeld(talk)))) {
    talk.holds.push(Object.assign(hold, { word }))
  }
}

const anyTalk = async (story: Story, learner: LearnerName): Promise<Talk | undefined> => {
  const known = story.talks.filter((talk) => talk.learner === learner)
  if (known.length > 0 && story.r.chance(60)) return story.r.pick(known)
  const begun = await tried(by(story, learner).call(tutor).startConversation({ body: {} }))
  if (!begun) return undefined
  const talk: Talk = { id: begun.reply.id, learner, messages: 0, holds: [] }
  story.talks.push(talk)
  return talk
}

const HOUR = 3_600_000

export const eventNamed = ({ cast }: Story, word: string) => {
  const start = cast.app.parts.clock().getTime() + 26 * HOUR
  const [from, to] = [new Date(start).toISOString(), new Date(start + HOUR).toISOString()]
  return {
    title: `Talk ${word}`,
    notes: `Bring ${word}`,
    start: from,
    end: to,
    time_zone: 'UTC',
    reminder: 60,
  }
}

/** `readEvents`: the family of a minor, and no staff. */
export const addEvent = async (story: Story): Promise<void> => {
  const { oracle } = story
  const learner = anyLearner(story)
  await writes(story, {
    author: learner,
    what: 'an event',
    maySee: oracle.about(
      learner,
      (who) => who === learner || oracle.hasScope(who, learner, 'view'),
    ),
    write: (word) =>
      by(story, learner)
        .call(calendar)
        .addEvent({ body: eventNamed(story, word) }),
  })
}

export const addTask = async (story: Story): Promise<void> => {
  const learner = anyLearner(story)
  await writes(story, {
    author: learner,
    what: 'a task of their own',
    maySee: story.oracle.reads(learner),
    write: (word) =>
      by(story, learner)
        .call(quests)
        .addOwnTask({
          params: { id: story.cast.quest.id },
          body: { title: `Own ${word}`, pillar: 'creativity', xp: 60 },
        }),
  })
}

export const workOutside = async (story: Story): Promise<void> => {
  const learner = anyLearner(story)
  const facts = {
    kind: 'volunteering',
    title: 'Helper',
    organisation: 'The shelter',
    subject: 'arts',
  } as const
  const days = { from_day: '2026-01-01', until_day: '2026-02-01', hours: 20 }
  const witness = {
    witness_name: 'Paula Winter',
    witness_role: 'Head',
    witness_email: 'paula@example.org',
  }
  await writes(story, {
    author: learner,
    what: 'work outside',
    maySee: story.oracle.reads(learner),
    write: (word) =>
      by(story, learner)
        .call(outsideWork)
        .proposeOutsideWork({ body: { ...facts, ...days, ...witness, about: `Learned ${word}` } }),
  })
}

/** Shown to staff beside the learner, and in the export. */
export const describe = async (story: Story): Promise<void> => {
  const learner = anyLearner(story)
  await writes(story, {
    author: learner,
    what: 'interests',
    maySee: story.oracle.reads(learner),
    write: (word) =>
      by(story, learner)
        .call(profile)
        .changeProfile({ body: { interests: `I like ${word}` } }),
  })
}

/** Refused, because others could read it there; reported all the same. */
export const discloseElsewhere = async (story: Story): Promise<void> => {
  const { oracle } = story
  const learner = story.r.pick(['noah', 'maya'] as const)
  if (story.cast.ties.age[learner] >= 18) return
  const hold = { word: '', isReleased: false }
  const readsReport = oracle.readsReport(learner, () => !hold.isReleased)
  hold.word = plant(
    story,
    `${learner}: a disclosure in a title`,
    (who) => readsReport(who) || oracle.only(learner)(who),
  )
  story.refused.push({ holds: [hold] })
  const interests = `Karen hits me. ${hold.word}`
  await tried(by(story, learner).call(profile).changeProfile({ body: { interests } }))
}
