import { sql } from 'kysely'

import type { Endpoint } from '#contract/endpoint'
import { unseal } from '#platform/sealed'
import { ENDPOINTS } from '#testing/every-endpoint'
import { readZip } from '#testing/read-zip'

import { type Cast, LEARNERS, type Name, NAMES, STAFF } from './cast.ts'
import type { Story } from './story.ts'

/** About the site, its machines or its visitors; an open stream; links of emails; PDFs, whose words are on pages as well. */
const NOT_READ =
  /pdf$|^\/api\/(events|health|status|setup|seal|challenge|logo|consultations|mailbox|letters|crisis|invitations|admin\/(imports|jobs|speed|exports|overview|consultations))/

/** Kinds of ids that a parameter names, by the path before it: the first match counts. */
const KINDS: [RegExp, string][] = [
  [/\/(attempts|reviews)\/$/, 'attempt'],
  [/\/api\/files\/$/, 'file'],
  [/\/uploads\/$/, 'file'],
  [/\/tutor\/conversations\/$/, 'talk'],
  [/\/tutor\/parent\/conversations\/$/, 'talk or learner'],
  [/\/conversations\/$/, 'conversation'],
  [/\/safety\/reports\/$/, 'report'],
  [/\/admin\/(users|advisors)\/$/, 'person'],
  [/\/(learners|parent\/\w+|public\/diploma|tutor\/parent\/[\w-]+)\/$/, 'learner'],
  [/\/calendar\/events\/$/, 'event'],
  [/\/quests\/$/, 'quest'],
  [/\/groups\/$/, 'group'],
  [/\/announcements\/$/, 'announcement'],
  [/\/transcript\/issued\/$/, 'transcript'],
  [/\/public\/portfolio\/$/, 'slug'],
  [/\/portfolio-links\/$/, 'portfolio link'],
  [/\/transcript\/shared\/$/, 'transcript link'],
  [/\/credits\/$/, 'subject'],
]

/** By kind. */
export type Ids = Record<string, string[]>

/** Ids and addresses of all that the cast has made. Everybody knows them all. */
export const idsOf = async ({ cast, links }: Story): Promise<Ids> => {
  const people = NAMES.map((name) => cast.person[name].id)
  const list = async (table: string, owner: string, column = 'id') => {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where ${sql.ref(owner)} = any(${people}::uuid[]) and ${sql.ref(column)} is not null`.execute(
      cast.app.db,
    )
    return rows.map(({ id }) => id)
  }
  const learner = [...LEARNERS, 'otherChild' as const].map((name) => cast.person[name].id)
  const talk = await list('tutor_conversations', 'learner_id')
  return {
    person: people,
    learner,
    talk,
    'talk or learner': [...talk, ...learner],
    attempt: await list('attempts', 'learner_id'),
    conversation: await list('conversation_members', 'user_id', 'conversation_id'),
    report: await list('safety_reports', 'learner_id'),
    file: await list('files', 'owner_id'),
    event: await list('calendar_events', 'owner_id'),
    quest: [
      cast.quest.id,
      ...(await list('quests', 'learner_id')),
      ...(await list('quest_drafts', 'learner_id', 'quest_id')),
    ],
    group: await list('learner_groups', 'advisor_id'),
    announcement: await list('announcements', 'author_id'),
    transcript: await list('issued_transcripts', 'learner_id'),
    slug: await list('users', 'id', 'portfolio_slug'),
    'portfolio link': links.portfolio,
    'transcript link': links.transcript,
    subject: ['arts'],
  }
}

/** Everything on one page, and the days of a story. */
const QUERY = 'limit=100&from=2026-06-01&to=2027-06-30&subject=arts'

const product = (lists: string[][]): string[][] =>
  lists.reduce<string[][]>(
    (all, list) => all.flatMap((one) => list.map((id) => [...one, id])),
    [[]],
  )

/** Addresses of an endpoint with every id that fits. */
const addressesOf = ({ path, learner }: Endpoint, ids: Ids): string[] => {
  const [first = '', ...rest] = path.split(/\{\w+\}/)
  let before = first
  const choices = rest.map((part) => {
    const kind = KINDS.find(([pattern]) => pattern.test(before))?.[1] ?? ''
    before = part
    return ids[kind] ?? []
  })
  const filled = product(choices).map((values) =>
    [first, ...rest.flatMap((part, i) => [encodeURIComponent(values[i]!), part])].join(''),
  )
  const isAboutOthers = learner?.from === 'query.learner_id'
  const about = isAboutOthers ? ids['learner']!.map((id) => `&learner_id=${id}`) : []
  return filled.flatMap((address) => ['', ...about].map((more) => `${address}?${QUERY}${more}`))
}

/** Other ways to ask, and pages. */
const moreAddresses = (ids: Ids): string[] => [
  `/api/conversations/search?${QUERY}&search=vogel`,
  `/api/advisor/past-comments?search=vogel`,
  `/api/advisor/reviews?${QUERY}&show=answers`,
  ...['waiting', 'library'].map((show) => `/api/advisor/quests?${QUERY}&show=${show}`),
  ...['family', 'advisor', 'link'].map((as) => `/api/portfolio/preview?as=${as}`),
  ...ids['slug']!.map((slug) => `/portfolio/${slug}`),
  ...ids['learner']!.map((id) => `/public/diploma/${id}`),
]

/** Others are refused before anything else (server/platform/http/access.test.ts). */
const isAdmitted = (who: Name, { access }: Endpoint): boolean => {
  if (access === 'public') return true
  if (access === 'admin') return who === 'admin'
  if (access === 'advisor' || access === 'author') return STAFF.includes(who)
  return who !== 'stranger'
}

export type Reading = { who: Name; path: string; status: number; text: string }

const read = async ({ app, person }: Cast, who: Name, path: string): Promise<Reading> => {
  const response = await app.http.inject({ url: path, headers: person[who].headers })
  const { statusCode: status, headers, rawPayload } = response
  const isArchive = String(headers['content-type']).includes('zip')
  const text = isArchive ? [...readZip(rawPayload)].flat().join('\n') : rawPayload.toString()
  if (status >= 500) throw new Error(`${who} ${path}: ${status} ${text}`)
  return { who, path, status, text }
}

/** Reads, as this person, every address that anybody could know. */
export const readAll = async (cast: Cast, who: Name, ids: Ids): Promise<Reading[]> => {
  const endpoints = ENDPOINTS.filter(
    (endpoint) =>
      endpoint.method === 'GET' && !NOT_READ.test(endpoint.path) && isAdmitted(who, endpoint),
  )
  const readings: Reading[] = []
  for (const path of [
    ...endpoints.flatMap((each) => addressesOf(each, ids)),
    ...moreAddresses(ids),
  ])
    readings.push(await read(cast, who, path))
  return readings
}

/** Reads what opens without a session, for the person to whom the address was given. */
export const readEmails = async ({ cast, letters }: Story): Promise<Reading[]> => {
  const readings: Reading[] = []
  for (const { who, path } of letters)
    readings.push({ ...(await read(cast, 'stranger', path)), who })
  return readings
}

/** Emails that wait to be sent to somebody of the cast; those to a stopped account left before. */
export const readMail = async ({ app, person, ties }: Cast): Promise<Reading[]> => {
  const { rows } = await sql<{ data: { to: string; sealed: string } }>`
    select data from pgboss.job where name = 'mail' order by created_on`.execute(app.db)
  const readings: Reading[] = []
  for (const who of NAMES.filter((name) => !ties.stopped.has(name))) {
    for (const { data } of rows.filter(({ data }) => data.to === person[who].email)) {
      const email = await unseal(app.parts.secret, 'mail', data.sealed)
      readings.push({ who, path: 'an email', status: 200, text: JSON.stringify(email) })
    }
  }
  return readings
}
