import { connections } from '#contract/connections'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { fileForm } from '#testing/sample-files'

import { LEARNERS, type LearnerName, createFriendship, type Name, pairOf } from './cast.ts'
import { isLearner, type MaySee } from './oracle.ts'
import {
  by,
  childsText,
  disclosure,
  HARMLESS,
  idOf,
  isHeld,
  plant,
  type Said,
  type Story,
  type Thread,
  tried,
  writes,
} from './story.ts'

const CIRCLES: [Name, ...Name[]][] = [
  ['maya', 'ben'],
  ['ben', 'maya'],
  ['noah', 'ben'],
  ['maya', 'advisor'],
  ['advisor', 'noah'],
  ['mother', 'advisor'],
  ['advisor', 'father'],
  ['stepfather', 'advisor'],
  ['advisor', 'bensMother'],
  ['maya', 'ben', 'advisor'],
  ['former', 'maya'],
  ['aunt', 'noah'],
]

export const converse = async (story: Story): Promise<void> => {
  const thread = await openThread(story, story.r.pick(CIRCLES))
  if (!thread) return
  for (let i = story.r.between(1, 3); i > 0; i -= 1)
    await say(story, thread, story.r.pick(thread.members))
}

const openThread = async (
  story: Story,
  members: [Name, ...Name[]],
): Promise<Thread | undefined> => {
  const [first, ...others] = members
  const thread: Thread = { id: '', members, said: [], holds: [] }
  const begin = (title?: string) =>
    by(story, first)
      .call(messages)
      .beginConversation({
        body: { participant_ids: others.map((name) => idOf(story, name)), ...(title && { title }) },
      })
  const begun =
    others.length === 1
      ? await tried(begin())
      : await writes(story, {
          author: first,
          what: 'title of a conversation',
          maySee: (who) =>
            members.includes(who) || who === 'lead' || seesAsFamily(story, members, who),
          write: (word) => begin(`About ${word}`),
        })
  if (!begun) return undefined
  const known = story.threads.find(({ id }) => id === begun.reply.id)
  if (known) return known
  story.threads.push(thread)
  return Object.assign(thread, { id: begun.reply.id })
}

/** `readMessages`: a guardian with `messages` of somebody who has received or written it. */
const seesAsFamily = ({ oracle }: Story, members: readonly Name[], who: Name): boolean =>
  LEARNERS.some(
    (learner) =>
      members.includes(learner) &&
      oracle.about(learner, () => oracle.hasScope(who, learner, 'messages'))(who),
  )

const isHeldAt = ({ holds }: Thread, number: number) =>
  holds.some((hold) => !hold.isReleased && hold.from <= number)

const seesMessage =
  (story: Story, thread: Thread, said: Said): MaySee =>
  (who) => {
    const { oracle } = story
    if (!oracle.isThere(who)) return false
    if (said.quotes.some((maySee) => maySee(who))) return true
    if (said.isDeleted) return false
    if (who === said.author) return true
    // Learners keep what they were sent, adults read it while they may write.
    if (said.to.includes(who)) return isLearner(who) || oracle.areContacts(who, said.author)
    return !isHeldAt(thread, said.number) && seesAsFamily(story, [said.author, ...said.to], who)
  }

const say = async (story: Story, thread: Thread, author: Name): Promise<void> => {
  const { r, cast, oracle } = story
  cast.app.moveClock(1000)
  const { isAboutHome, isReported, textWith } = isLearner(author)
    ? childsText(story, { isToFriend: author === 'ben' })
    : {
        isAboutHome: false,
        isReported: false,
        textWith: (word: string) => `${r.pick(HARMLESS)} ${word}`,
      }
  const to = thread.members.filter((name) => name !== author && oracle.areContacts(author, name))
  const said: Said = { id: '', number: 0, author, to, isAboutHome, isDeleted: false, quotes: [] }
  const maySee = seesMessage(story, thread, said)
  const file = r.chance(25)
    ? await attach(story, author, (who) => maySee(who) || oracle.only(author)(who))
    : undefined
  const sent = await writes(story, {
    author,
    what: `message to ${to.join()}${isAboutHome ? ' about home' : ''}`,
    maySee,
    write: (word) =>
      by(story, author)
        .call(messages)
        .sendMessage({
          params: { id: thread.id },
          body: { text: textWith(word), file_ids: file ? [file] : [], checked: true },
        }),
  })
  if (!sent) return
  const { id, number } = sent.reply
  thread.said.push(Object.assign(said, { id, number }))
  if (!isReported) return
  const hold = { word: sent.word, isReleased: false, from: number }
  if (isAboutHome || isHeld(thread)) thread.holds.push(hold)
  const isWithheld = () => !hold.isReleased && isHeldAt(thread, number)
  said.quotes.push(oracle.readsReport(author as LearnerName, isWithheld))
}

const attach = async (story: Story, author: Name, maySee: MaySee): Promise<string | undefined> => {
  const word = plant(story, `${author}: a file of a message`, maySee)
  const form = fileForm(`Photo ${word}`, `${word}.txt`)
  return (await tried(by(story, author).call(files).uploadFile({ form })))?.reply.id
}

const anySaid = ({ r, threads }: Story) => {
  const all = threads.flatMap((thread) => thread.said.map((said) => ({ thread, said })))
  return all.length > 0 ? r.pick(all) : undefined
}

export const deleteMessage = async (story: Story): Promise<void> => {
  const found = anySaid(story)
  if (!found) return
  const { author, id } = found.said
  const done = await tried(by(story, author).call(messages).deleteMessage({ params: { id } }))
  if (done) found.said.isDeleted = true
}

export const readThreads = async (story: Story): Promise<void> => {
  for (const { id, members } of story.threads)
    await tried(
      by(story, story.r.pick(members)).call(messages).markRead({ params: { id }, body: {} }),
    )
}

const REASONS = ['bullying', 'unwanted', 'unsafe', 'other'] as const

export const reportMessage = async (story: Story): Promise<void> => {
  const { r, oracle } = story
  const found = anySaid(story)
  if (!found) return
  const { thread, said } = found
  const reporter = r.pick(thread.members)
  const reason = r.pick(REASONS)
  const quoted = quotedWith(thread, said, reporter)
  const isNoteAboutHome = r.chance(20)
  const isWithheld =
    isHeld(thread) ||
    isNoteAboutHome ||
    reason === 'unsafe' ||
    said.author === reporter ||
    !isMinor(story, said.author) ||
    quoted.some((each) => isDisclosure(each))
  const from = Math.min(said.number, quoted.find(isDisclosure)?.number ?? said.number)
  const hold = { word: '', isReleased: false, from }
  const about = concernOf(thread, said, reporter)
  const readsReport = oracle.readsReport(about, () => isWithheld && !hold.isReleased)
  const done = await writes(story, {
    author: reporter,
    what: `note of a report (${reason})`,
    maySee: (who) => who === reporter || readsReport(who),
    write: (word) =>
      by(story, reporter)
        .call(messages)
        .reportMessage({
          params: { id: said.id },
          body: { reason, note: `${isNoteAboutHome ? disclosure(story) : 'Please look'}. ${word}` },
        }),
  })
  if (!done) return
  if (isWithheld) thread.holds.push(Object.assign(hold, { word: done.word }))
  for (const each of quoted.filter(({ isDeleted }) => !isDeleted))
    each.quotes.push((who) => {
      if (!readsReport(who)) return false
      if (about === null || !oracle.isGuardian(who, about)) return true
      // Leaves out of earlier reports what is withheld later; without `messages`, a guardian reads what was reported alone.
      const isCut = !hold.isReleased && isHeldAt(thread, each.number)
      return !isCut && (each === said || oracle.hasScope(who, about, 'messages'))
    })
}

const isMinor = ({ cast }: Story, name: Name) => isLearner(name) && cast.ties.age[name] < 18

const isDisclosure = ({ isAboutHome, isDeleted }: Said) => isAboutHome && !isDeleted

/** Messages that a report quotes: the ten before, and the five after. */
const quotedWith = ({ said }: Thread, reported: Said, reporter: Name): Said[] => {
  const seen = said.filter(
    (each) =>
      (each === reported || !each.isDeleted) &&
      (each.author === reporter || each.to.includes(reporter)),
  )
  const at = seen.indexOf(reported)
  return at < 0 ? [] : seen.slice(Math.max(0, at - 10), at + 6)
}

/** The learner whom a report concerns. */
const concernOf = ({ members }: Thread, { author }: Said, reporter: Name): LearnerName | null => {
  const learners = members.filter(isLearner)
  return (
    learners.find((name) => name === reporter) ??
    learners.find((name) => name === author) ??
    learners[0] ??
    null
  )
}

export const reportPerson = async (story: Story): Promise<void> => {
  const { r, oracle } = story
  const [reporter, reported] = r.pick([
    ['maya', 'ben'],
    ['ben', 'maya'],
    ['noah', 'ben'],
    ['maya', 'advisor'],
    ['mother', 'advisor'],
  ] as const)
  await writes(story, {
    author: reporter,
    what: `report about ${reported}`,
    maySee: oracle.only(reporter, 'lead'),
    write: (word) =>
      by(story, reporter)
        .call(connections)
        .reportPerson({
          params: { user_id: idOf(story, reported) },
          body: { reason: 'unkind', words: `Always mean ${word}` },
        }),
  })
}

export const fallOut = async (story: Story): Promise<void> => {
  const { r, cast } = story
  const [one, other] = r.pick([
    ['maya', 'ben'],
    ['ben', 'maya'],
    ['noah', 'ben'],
  ] as const)
  const params = { user_id: idOf(story, other) }
  const me = by(story, one).call(connections)
  const done = await tried(r.chance(50) ? me.block({ params }) : me.removeFriend({ params }))
  if (done) cast.ties.friends.delete(pairOf(one, other))
}

export const reconcile = async (story: Story): Promise<void> => {
  const { r, cast } = story
  const [one, other] = r.pick([
    ['maya', 'ben'],
    ['noah', 'ben'],
  ] as const)
  const pair = [idOf(story, one), idOf(story, other)]
  await cast.app.db
    .deleteFrom('blocks')
    .where('blocker_id', 'in', pair)
    .where('blocked_id', 'in', pair)
    .execute()
  await cast.app.db
    .deleteFrom('connections')
    .where('first_id', 'in', pair)
    .where('second_id', 'in', pair)
    .execute()
  await createFriendship(cast, one, other)
}
