import { setTimeout as sleep } from 'node:timers/promises'

import { startTutorServer } from '#testing/tutor-server'

import { databaseOf, startBenchServer } from './databases.ts'
import { startSite } from './start-site.ts'

// npm run bench -- tutor: latency of an answer's first sentence from the model to the learner, and the cost of idle streams.

const STREAMS = 200
const ASKED = 100
/** The bench's learners are minors: the youngest would need consent for the tutor. */
const SIZE = { learners: 1000, submissions: 50_000 }

const model = await startTutorServer()
process.env.TUTOR_BASE_URL = model.url
process.env.TUTOR_MODEL = 'bench'
process.env.TUTOR_PATIENCE_SECONDS = '120'
process.env.TUTOR_MESSAGES_PER_MINUTE = '100000'
const server = await startBenchServer()
const site = await startSite(await databaseOf(server.connection, SIZE))
const base = `http://127.0.0.1:${site.ports.product}`

const beginTalk = async (learner: number) => {
  const signedIn = await fetch(`${base}/bench/sign-in/${learner}`, { method: 'POST' })
  const { app_access_token } = (await signedIn.json()) as { app_access_token: string }
  const headers = {
    authorization: `Bearer ${app_access_token}`,
    'content-type': 'application/json',
  }
  const started = await fetch(`${base}/api/tutor/conversations`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  const { id } = (await started.json()) as { id?: string }
  return id && { headers, url: `${base}/api/tutor/conversations/${id}/messages` }
}
type Talk = Exclude<Awaited<ReturnType<typeof beginTalk>>, undefined | ''>

const ask = ({ url, headers }: Talk) =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify({ text: 'Why is the sky blue?' }) })

/** Time from the model's first sentence until the learner receives it, in ms. */
const firstSentence = async (talk: Talk): Promise<number> => {
  model.behaviour = { answers: ['What do you see? ', 'Look again.'] }
  const before = model.asked.length
  const response = await ask(talk)
  while (model.asked.length === before) await sleep(0)
  const said = performance.now()
  for await (const chunk of response.body!) {
    if (Buffer.from(chunk).includes('event: text')) return performance.now() - said
  }
  throw new Error('No answer')
}

const talks: Talk[] = []
for (let learner = 1; talks.length < STREAMS && learner <= SIZE.learners; learner += 1) {
  const talk = await beginTalk(learner)
  if (talk) talks.push(talk)
}
const times: number[] = []
for (let i = 0; i < ASKED; i += 1) times.push(await firstSentence(talks[i % talks.length]!))
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
console.log(`first sentence, ms after the model has said it: median ${at(0.5)}, p95 ${at(0.95)}`)

await sleep(10_000)
const before = site.memory()
model.behaviour = 'silent'
const open = await Promise.all(talks.map(ask))
while (model.open() < talks.length) await sleep(100)
await sleep(10_000)
console.log(
  `${open.length} idle streams: ${(site.memory() - before).toFixed(0)} MiB (from ${before.toFixed(0)})`,
)

site.stop()
await model.stop()
await server.stop()
