import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

import { auth } from '#contract/auth'
import type { DraftBlock, EvidenceBlock } from '#contract/evidence'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { progress } from '#contract/progress'
import { quests } from '#contract/quests'
import type { Db } from '#platform/database'
import { type Persistent, Refused } from '#testing/persistent-client'

import { type Actor, onceOnly, signIn } from './actor.ts'
import { emailOf } from './people.ts'
import type { Random } from './random.ts'

const QUESTS = 6

type Task = {
  id: string
  questId: string
  /** Attempts, oldest first. */
  attempts: { id: string; withdrawn: boolean }[]
  draft: { text: string; updated_at: string } | undefined
}

/** Writes drafts, submits and withdraws, uploads, messages a friend, reads, and signs in again. */
export const startLearner = async (
  client: Persistent,
  number: number,
  random: Random,
): Promise<Actor> => {
  const email = emailOf(number)
  let session = await signIn(client, email, random)
  const userId = session.user.id
  const calls = client.call(quests)

  const { items } = await calls.listQuests({ query: { limit: 50, sort: 'title' } })
  const tasks: Task[] = []
  for (const { id } of items.slice(0, QUESTS)) {
    const quest = await calls.startQuest({ params: { id } })
    for (const task of quest.tasks) {
      tasks.push({ id: task.id, questId: id, attempts: [], draft: undefined })
    }
  }
  const { contacts } = await client.call(messages).listContacts()
  const friend = contacts.find(({ tie }) => tie === 'friend')!
  const conversation = await client
    .call(messages)
    .beginConversation({ body: { participant_ids: [friend.id] } }, onceOnly())
  const said: string[] = []
  const uploads = new Map<string, string>()
  const unused: string[] = []
  /** Changed since the last check through the API. */
  const touched = { quests: new Set<string>(), uploads: new Set<string>() }

  const draft = async (task: Task) => {
    const text = `So far ${randomUUID()}`
    const based_on = task.draft?.updated_at ?? null
    const body = { blocks: [{ type: 'text' as const, text }], based_on }
    const { updated_at } = await calls
      .saveDraft({ params: { id: task.id }, body })
      // The first attempt arrived without a response: the stored draft is this one.
      .catch(async (error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 409) throw error
        const stored = await storedDraft(task)
        if (stored?.text !== text) throw error
        return stored
      })
    task.draft = { text, updated_at }
    touched.quests.add(task.questId)
  }

  const storedDraft = async ({ id, questId }: Task) => {
    const { tasks } = await calls.getQuest({ params: { id: questId } })
    const draft = tasks.find((task) => task.id === id)?.draft
    return draft ? { text: textOf(draft), updated_at: draft.updated_at } : undefined
  }

  const handIn = async (task: Task) => {
    const blocks: EvidenceBlock[] = [{ type: 'text', text: `What I did ${randomUUID()}` }]
    const file = unused.at(-1)
    if (file && random.chance(50)) blocks.push({ type: 'file', file_id: file })
    const { attempt } = await calls.submitTask(
      { params: { id: task.id }, body: { blocks } },
      onceOnly(),
    )
    if (blocks.length > 1) unused.pop()
    task.attempts.push({ id: attempt.id, withdrawn: false })
    task.draft = undefined
    touched.quests.add(task.questId)
  }

  const withdraw = async (task: Task) => {
    const { attempt } = await calls.withdrawTask({ params: { id: task.id } }, onceOnly())
    task.attempts.find(({ id }) => id === attempt.id)!.withdrawn = true
    touched.quests.add(task.questId)
  }

  const upload = async () => {
    const text = `${randomUUID()}\n`.repeat(random.between(1, 2000))
    const form = new FormData()
    form.set('file', new File([text], 'notes.txt'))
    const { id } = await client.call(files).uploadFile({ form }, onceOnly())
    uploads.set(id, text)
    touched.uploads.add(id)
    unused.push(id)
  }

  const say = async () => {
    const text = `Hello ${randomUUID()}`
    const file = random.chance(20) ? unused.at(-1) : undefined
    const file_ids = file ? [file] : []
    const params = { id: conversation.id }
    await client.call(messages).sendMessage({ params, body: { text, file_ids } }, onceOnly())
    if (file) unused.pop()
    said.push(text)
  }

  const refresh = async () => {
    const body = { refresh_token: session.app_refresh_token }
    const tokens = await client.call(auth).refresh({ body })
    client.headers.authorization = `Bearer ${tokens.access_token}`
    session = { ...session, app_refresh_token: tokens.refresh_token }
  }

  const read = async () => {
    await calls.getQuest({ params: { id: random.pick(tasks).questId } })
    await client.call(progress).dashboard()
  }

  const workOnTask = () => {
    const task = random.pick(tasks)
    const last = task.attempts.at(-1)
    if (last && !last.withdrawn) return random.chance(60) ? withdraw(task) : handIn(task)
    return random.chance(40) ? draft(task) : handIn(task)
  }

  const things = [
    read,
    read,
    read,
    workOnTask,
    workOnTask,
    workOnTask,
    workOnTask,
    upload,
    say,
    say,
  ]
  const work = async () => {
    try {
      if (random.chance(3)) await refresh()
      else if (random.chance(1)) session = await signIn(client, email, random)
      else await random.pick(things)()
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error
      // Away for longer than a refresh can be repeated, or after a clock jump.
      session = await signIn(client, email, random)
    }
  }

  const look = async () => {
    for (const id of touched.quests) {
      const quest = await calls.getQuest({ params: { id } })
      for (const task of tasks.filter(({ questId }) => questId === id)) {
        const shown = quest.tasks.find(({ id }) => id === task.id)!
        deepEqual(
          shown.attempts
            .map(({ id, state }) => ({ id, withdrawn: state === 'withdrawn' }))
            .toSorted(byId),
          task.attempts.toSorted(byId),
          `attempts that ${email} sees`,
        )
        equal(
          shown.draft ? textOf(shown.draft) : undefined,
          task.draft?.text,
          `the draft that ${email} sees`,
        )
      }
    }
    for (const id of touched.uploads) {
      const bytes = await client.download(`/api/files/${id}`)
      equal(bytes.toString(), uploads.get(id), `the file ${id} of ${email}`)
    }
    const page = await client
      .call(messages)
      .listMessagesOfConversation({ params: { id: conversation.id }, query: { limit: 50 } })
    const own = page.items.filter(({ author }) => author.id === userId).map(({ text }) => text)
    deepEqual(
      own.toReversed(),
      said.slice(-own.length || said.length),
      `messages that ${email} sees`,
    )
    for (const each of Object.values(touched)) each.clear()
  }

  const checkStored = async (db: Db) => {
    const attempts = await db
      .selectFrom('attempts')
      .select(['id', 'state'])
      .where('learner_id', '=', userId)
      .execute()
    deepEqual(
      attempts.map(({ id, state }) => ({ id, withdrawn: state === 'withdrawn' })).toSorted(byId),
      tasks.flatMap(({ attempts }) => attempts).toSorted(byId),
      `attempts stored of ${email}`,
    )
    const messages = await db
      .selectFrom('messages')
      .select('text')
      .where('author_id', '=', userId)
      .orderBy('number')
      .execute()
    deepEqual(
      messages.map(({ text }) => text),
      said,
      `messages stored of ${email}`,
    )
    const stored = await db
      .selectFrom('files')
      .select(['id'])
      .where('owner_id', '=', userId)
      .where('stored_at', 'is not', null)
      .execute()
    deepEqual(
      stored.map(({ id }) => id).toSorted(),
      [...uploads.keys()].toSorted(),
      `files stored of ${email}`,
    )
  }

  return {
    name: email,
    work,
    look: () =>
      look().catch(async (error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 401) throw error
        session = await signIn(client, email, random)
        await look()
      }),
    checkStored,
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

const textOf = ({ blocks: [first] }: { blocks: DraftBlock[] }) =>
  first?.type === 'text' ? first.text : ''
