import { afterAll, beforeAll, expect, test } from 'vitest'

import { connections } from '#contract/connections'
import { messages } from '#contract/messages'
import { randomFrom } from '#testing/chaos/random'
import { befriend, startConversation, write } from '#testing/message-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { type Act, ACTS } from '#testing/who-sees/acts'
import { type Name, NAMES, renewTokens, startCast } from '#testing/who-sees/cast'
import {
  type Ids,
  idsOf,
  readAll,
  readEmails,
  readMail,
  type Reading,
} from '#testing/who-sees/read-all'
import { greet, SECRETS } from '#testing/who-sees/secrets'
import { CANARY, startStory, type Story } from '#testing/who-sees/story'

// Random stories of two families and their school. Every text contains a word of its own, and an oracle that shares no code with the
// product's rules says who may ever see it. Then everybody reads every address of the site with every id that there is.

let app: TestApp
beforeAll(async () => {
  // Emails wait in the queue: this server does not exist.
  app = await startApp({ poolSize: 3, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(() => app.stop())

/** An act depends on its own seed alone, so that a story can be told without others. */
type Step<A extends string> = { act: A; seed: number }

const historyOf = <A extends string>(seed: number, acts: readonly A[], length: number) => {
  const r = randomFrom(seed)
  return Array.from({ length }, (): Step<A> => ({ act: r.pick(acts), seed: r.between(1, 1e9) }))
}

const live = async <A extends string>(
  story: Story,
  history: readonly Step<A>[],
  acts: Record<A, (story: Story) => Promise<void>>,
): Promise<void> => {
  for (const { act, seed } of history) {
    app.moveClock(1000)
    story.r = randomFrom(seed)
    await acts[act](story)
    await app.db.deleteFrom('rate_limits').execute()
  }
  await renewTokens(story.cast)
}

const start = async () => startStory(await startCast(app), randomFrom(0))

const OUTSIDE: readonly Name[] = ['otherFather', 'otherChild', 'former', 'stranger']
/** A former advisor may be assigned again, and a stranger may hold a link. */
const INSIDE = NAMES.filter((name) => !['otherFather', 'otherChild', 'cleo'].includes(name))

const everythingReadIn = async (story: Story): Promise<Reading[]> => {
  const ids = await idsOf(story)
  const readings = [...(await readEmails(story)), ...(await readMail(story.cast))]
  for (const who of INSIDE) readings.push(...(await readAll(story.cast, who, ids)))
  return readings
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Words before the eyes of somebody who must not see them. */
const leaksOf = async (history: readonly Step<Act>[]): Promise<string[]> => {
  const story = await start()
  await live(story, history, ACTS)
  const canaries = new Map(story.canaries.map((canary) => [canary.word, canary]))
  const leaks = (await everythingReadIn(story)).flatMap(({ who, path, text }) =>
    [...new Set(text.match(CANARY))].flatMap((word) => {
      const canary = canaries.get(word)
      return !canary || canary.maySee(who)
        ? []
        : `${who} sees “${canary.what}” at ${path.replaceAll(ID, '…')}`
    }),
  )
  return [...new Set(leaks)]
}

/** Leaves out what the leak does not need: halves, quarters, and so on to single steps. */
const shorten = async (history: readonly Step<Act>[]): Promise<readonly Step<Act>[]> => {
  let short = history
  for (let size = Math.ceil(history.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < short.length;) {
      const rest = short.toSpliced(at, size)
      if ((await leaksOf(rest)).length > 0) short = rest
      else at += size
    }
  }
  return short
}

/** More find more: `STORIES=100 vitest run server/who-sees.test.ts`. */
const STORIES = Number(process.env['STORIES'] ?? 1)

test.each(Array.from({ length: STORIES }, (_, i) => i + 2))(
  'nobody reads what the design does not allow them, whatever happens (story %i)',
  { timeout: 900_000 },
  async (seed) => {
    const history = historyOf(seed, Object.keys(ACTS) as Act[], 90)
    if ((await leaksOf(history)).length === 0) return
    const short = await shorten(history)
    expect({ short, leaks: await leaksOf(short) }).toEqual({ short: [], leaks: [] })
  },
)

/** Returns what a person sees, by address. Replies that tell the time differ each time. */
const viewOf = async (story: Story, who: Name, ids: Ids): Promise<Map<string, string>> => {
  const emails = (await readMail(story.cast)).filter((each) => each.who === who)
  return new Map([
    ['emails', emails.map(({ text }) => text).join('\n')],
    ...(await readAll(story.cast, who, ids)).map(
      ({ path, status, text }) =>
        [path, `${status} ${text.replaceAll(/"as_of":"[^"]*"/g, '')}`] as const,
    ),
  ])
}

const KNOWN = new Set(['person', 'learner', 'subject'])

/** Ids that are new; those of people are known. */
const newIn = (ids: Ids, before: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([kind, list]) => [
      kind,
      KNOWN.has(kind) ? list : list.filter((id) => !before[kind]!.includes(id)),
    ]),
  )

/** Expects that these people see the same before and after: neither a word, nor a number, an order or a date. */
const expectUnnoticed = async (
  story: Story,
  readers: readonly Name[],
  happens: () => Promise<void>,
) => {
  const known = await idsOf(story)
  // The disclosure log lists others' visits, once an hour.
  for (const who of readers) await viewOf(story, who, known)
  const before = new Map<Name, Map<string, string>>()
  for (const who of readers) before.set(who, await viewOf(story, who, known))
  await happens()
  for (const who of readers)
    for (const [path, seen] of await viewOf(story, who, known))
      expect(seen, `${who} ${path}`).toBe(before.get(who)!.get(path))
  const made = newIn(await idsOf(story), known)
  for (const who of readers)
    for (const { path, status } of await readAll(story.cast, who, made))
      if (!before.get(who)!.has(path)) expect(status, `${who} ${path}`).toBeGreaterThanOrEqual(400)
}

/** Public by its author's will, or a new relation of a former advisor, or too long for a session. */
const NOTICED = ['showWork', 'issueTranscript', 'handOver', 'growUp', 'letTimePass'] as const

test('what two families and their school do is nothing to anybody else', async () => {
  const story = await start()
  const acts = (Object.keys(ACTS) as Act[]).filter(
    (act) => !(NOTICED as readonly string[]).includes(act),
  )
  await expectUnnoticed(story, OUTSIDE, () => live(story, historyOf(3, acts, 60), ACTS))
})

test('guardians notice nothing of what a child confides, or of what follows from it', async () => {
  const story = await start()
  await greet(story)
  await live(story, historyOf(4, ['handIn', 'meet', 'review'] as const, 10), ACTS)
  const guardians = ['mother', 'father', 'stepfather', 'aunt', 'bensMother'] as const
  await expectUnnoticed(story, guardians, () =>
    live(story, historyOf(5, Object.keys(SECRETS) as (keyof typeof SECRETS)[], 25), SECRETS),
  )
})

test('a guardian who is a friend of their child notices nothing of a report of what they wrote', async () => {
  const story = await start()
  const { maya, ben, noah, mother } = story.cast.person
  for (const child of [maya, ben, noah]) await befriend(app, child, mother)
  const threads = [
    await startConversation(maya, mother),
    await startConversation(maya, ben, mother),
    await startConversation(noah, mother),
  ]
  const sent: [Person, string][] = []
  for (const [at, [child, ...others]] of [
    [maya, mother],
    [maya, ben, mother],
    [noah, mother],
  ].entries()) {
    for (const each of [child!, ...others, child!]) {
      app.moveClock(1000)
      await write(each, threads[at]!, 'Good morning')
    }
    app.moveClock(1000)
    const { id } = await write(mother, threads[at]!, 'Wait until you are home')
    for (const reporter of [child!, ...others.slice(0, -1)]) sent.push([reporter, id])
  }
  for (const job of ['tell-of-messages', 'send-notifications']) await app.runJob(job)
  await expectUnnoticed(story, ['mother'], async () => {
    for (const [reporter, id] of sent) {
      const body = { reason: 'unsafe', note: 'I am afraid of my mum' } as const
      await reporter.call(messages).reportMessage({ params: { id }, body })
    }
    await maya.call(connections).reportPerson({
      params: { user_id: mother.id },
      body: { reason: 'unkind', words: 'my mum hits me' },
    })
    for (let i = 0; i < 3; i += 1) await SECRETS.lookInto(story)
    await SECRETS.escalate(story)
  })
})
