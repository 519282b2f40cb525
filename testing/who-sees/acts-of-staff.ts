import { advising } from '#contract/advising'
import { authoring } from '#contract/authoring'
import { calendar } from '#contract/calendar'
import { caseload } from '#contract/caseload'
import { connections } from '#contract/connections'
import { groups } from '#contract/groups'
import { people } from '#contract/people'
import { plan } from '#contract/plan'
import { reviews } from '#contract/reviews'
import { safety } from '#contract/safety'
import { transcript } from '#contract/transcript'

import { anyWork, eventNamed, readsWork } from './acts-of-learners.ts'
import { LEARNERS, type LearnerName, type Name, NAMES, renewTokens } from './cast.ts'
import { isLearner, type MaySee } from './oracle.ts'
import { by, idOf, of, type Story, tried, writes } from './story.ts'

/** A learner with an advisor. */
const anyAdvised = ({ r, cast }: Story) => {
  const learner = r.pick(['noah', 'maya', 'ben'] as const)
  return { learner, advisor: cast.ties.advisor[learner] ?? 'advisor' }
}

export const review = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const work = anyWork(story)
  const advisor = work && cast.ties.advisor[work.learner]
  if (!work || !advisor) return
  const params = { id: work.id }
  const me = by(story, advisor).call(reviews)
  const kind = r.pick([
    'decision',
    'decision',
    'question',
    'draft',
    'reopening',
    'undone decision',
  ] as const)
  const reads = readsWork(story, work)
  const isUnsent = kind === 'draft' || kind === 'undone decision'
  await tried(me.claimReview({ params }))
  await writes<unknown>(story, {
    author: advisor,
    what: `${kind} about work of ${work.learner}`,
    // Authors find what they wrote among their past comments.
    maySee: isUnsent ? oracle.only(advisor) : (who) => reads(who) || oracle.only(advisor)(who),
    write: async (word) => {
      const comment = `Look again at the middle ${word}`
      const decision = r.pick(['accepted', 'returned'] as const)
      if (kind === 'question') return me.ask({ params, body: { words: comment } })
      if (kind === 'draft')
        return me.saveFeedback({ params, body: { comment, annotations: [], met: [] } })
      if (kind === 'reopening') return me.reopenReview({ params, body: { reason: comment } })
      const decided = await me.decide({ params, body: { decision, comment } })
      if (kind === 'undone decision') await me.undoDecision({ params })
      return decided
    },
  })
}

export const writeNote = async (story: Story): Promise<void> => {
  const learner = story.r.pick(LEARNERS)
  const author = story.r.pick(['advisor', 'former', 'admin', 'aunt'] as const)
  await writes(story, {
    author,
    what: `staff note about ${learner}`,
    maySee: story.oracle.staffOf(learner),
    write: (word) =>
      by(story, author)
        .call(advising)
        .writeNote({ ...of(story, learner), body: { words: `Watch ${word}` } }),
  })
}

export const meet = async (story: Story): Promise<void> => {
  const { learner, advisor } = anyAdvised(story)
  await writes(story, {
    author: advisor,
    what: `meeting with ${learner}`,
    maySee: story.oracle.reads(learner),
    write: (word) =>
      by(story, advisor)
        .call(calendar)
        .arrangeMeeting({ ...of(story, learner), body: eventNamed(story, word) }),
  })
}

const questNamed = (word: string) => ({
  title: `A quest ${word}`,
  description: `About ${word}`,
  estimated_hours: 2,
  span_days: null,
  tasks: [{ title: `Task ${word}`, pillar: 'creativity' as const, xp: 60, subjects: { arts: 1 } }],
})

export const planQuest = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const { learner, advisor } = anyAdvised(story)
  const kind = r.pick(['entry', 'quest', 'proposal', 'proposed quest'] as const)
  const author =
    kind === 'entry' || kind === 'quest' ? advisor : r.pick([learner, 'mother', 'father'] as const)
  const me = by(story, author)
  await writes<unknown>(story, {
    author,
    what: `${kind} of the plan of ${learner}`,
    maySee: oracle.reads(learner),
    write: (word) => {
      const entry = { quest_id: r.pick(cast.wishes), note: `Why ${word}` }
      const to = of(story, learner)
      if (kind === 'entry')
        return me.call(plan).changePlan({ ...to, body: { entries: [entry], breaks: [] } })
      if (kind === 'proposal') return me.call(plan).propose({ ...to, body: entry })
      const body = questNamed(word)
      return kind === 'quest'
        ? me.call(authoring).writeQuestFor({ ...to, body })
        : me.call(authoring).proposeQuestFor({ ...to, body })
    },
  })
}

/** A record, which its learner may share with anybody. */
const readsRecord = (story: Story, learner: LearnerName): MaySee => {
  const { oracle, shared } = story
  const reads = oracle.reads(learner)
  return (who) => reads(who) || (shared.has(learner) && oracle.isThere(learner))
}

export const recordCredit = async (story: Story): Promise<void> => {
  const { learner } = anyAdvised(story)
  const author = story.r.pick(['advisor', 'admin'] as const)
  await writes(story, {
    author,
    what: `credit of ${learner}`,
    maySee: readsRecord(story, learner),
    write: (word) =>
      by(story, author)
        .call(advising)
        .addCredit({
          ...of(story, learner),
          body: { subject: 'arts', credits: 0.5, kind: 'adjustment', reason: `Worked ${word}` },
        }),
  })
}

/** Issued, shared by the learner, and perhaps revoked. */
export const issueTranscript = async (story: Story): Promise<void> => {
  const { r, shared } = story
  const { learner } = anyAdvised(story)
  const author = r.pick(['advisor', 'admin'] as const)
  const me = by(story, author).call(transcript)
  const issued = await writes(story, {
    author,
    what: `recipient of the transcript of ${learner}`,
    maySee: readsRecord(story, learner),
    write: (word) =>
      me.issueTranscript({
        body: {
          learner_id: idOf(story, learner),
          recipient: `College ${word}`,
          rendering: 'mastery',
        },
      }),
  })
  if (!issued) return
  const { id } = issued.reply
  const body = { label: 'College', days: 30, transcript_id: id }
  const share = await tried(by(story, learner).call(transcript).addShare({ body }))
  if (share) shared.add(learner)
  if (share) story.links.transcript.push(share.reply.url.split('/').at(-1)!)
  if (r.chance(60)) return
  await writes(story, {
    author,
    what: `revocation of the transcript of ${learner}`,
    // Lets whoever relies on a record learn why it no longer counts.
    maySee: readsRecord(story, learner),
    write: (word) => me.revokeTranscript({ params: { id }, body: { reason: `Wrong ${word}` } }),
  })
}

const AUDIENCES = ['both', 'learners', 'families'] as const

/** To the learners of the advisor, their families, or both: each gets a message, which the family oversees like others. */
export const announce = async (story: Story): Promise<void> => {
  const { r, oracle } = story
  const group = await makeGroup(story)
  if (!group) return
  const audience = r.pick(AUDIENCES)
  const to = new Set<Name>([
    ...(audience === 'families' ? [] : group.learners),
    ...(audience === 'learners'
      ? []
      : NAMES.filter((name) => isGuardianIn(story, name, group.learners))),
  ])
  const isOverseenBy = (who: Name) =>
    group.learners.some(
      (learner) =>
        to.has(learner) &&
        oracle.about(learner, () => oracle.hasScope(who, learner, 'messages'))(who),
    )
  const sent = await writes(story, {
    author: 'advisor',
    what: `announcement to ${audience}`,
    maySee: (who) =>
      oracle.only('advisor', 'lead')(who) ||
      isOverseenBy(who) ||
      (oracle.only(...to)(who) && (isLearner(who) || oracle.areContacts(who, 'advisor'))),
    write: (word) =>
      by(story, 'advisor')
        .call(groups)
        .announce({ params: { id: group.id }, body: { text: `News ${word}`, audience } }),
  })
  if (sent) await story.cast.app.runJob('announce', { announcementId: sent.reply.id })
}

const isGuardianIn = ({ oracle }: Story, name: Name, learners: readonly LearnerName[]) =>
  learners.some((learner) => oracle.isGuardian(name, learner))

const makeGroup = async (story: Story) => {
  const { oracle } = story
  const learners = LEARNERS.filter((learner) => oracle.isAdvisor('advisor', learner))
  const learner_ids = learners.map((learner) => idOf(story, learner))
  const made = await writes(story, {
    author: 'advisor',
    what: 'name of a group',
    maySee: oracle.only('advisor'),
    write: (word) =>
      by(story, 'advisor')
        .call(groups)
        .createLearnerGroup({ body: { name: `Class ${word}`, learner_ids } }),
  })
  return made && { id: made.reply.id, learners }
}

export const handOver = async (story: Story): Promise<void> => {
  const { cast, oracle } = story
  const { learner, advisor: from } = anyAdvised(story)
  const to: Name = from === 'advisor' ? 'former' : 'advisor'
  const offer = await writes(story, {
    author: from,
    what: `words of a handover of ${learner}`,
    maySee: oracle.only(from, to, 'admin'),
    write: (word) =>
      by(story, from)
        .call(caseload)
        .offerHandover({
          ...of(story, learner),
          body: { advisor_id: idOf(story, to), words: `Please ${word}` },
        }),
  })
  if (!offer) return
  const params = { id: offer.reply.id }
  const accepted = await tried(
    by(story, to)
      .call(caseload)
      .decideHandover({ params, body: { decision: 'accepted' } }),
  )
  if (accepted) cast.ties.advisor[learner] = to
}

export const suspend = async (story: Story): Promise<void> => {
  const { r, cast, oracle } = story
  const name = r.pick(['noah', 'maya', 'ben', 'father', 'former', 'stepfather', 'advisor'] as const)
  const change = (body: { status: 'active' | 'suspended'; reason?: string }) =>
    by(story, 'admin')
      .call(people)
      .changePerson({ ...of(story, name), body })
  if (cast.ties.stopped.has(name)) {
    const lifted = await tried(change({ status: 'active' }))
    if (lifted?.reply.status === 'active') cast.ties.stopped.delete(name)
    return
  }
  if (r.chance(60)) return
  const done = await writes(story, {
    author: 'admin',
    what: `reason for a suspension of ${name}`,
    maySee: oracle.only('admin'),
    write: (word) => change({ status: 'suspended', reason: `Because ${word}` }),
  })
  if (done) cast.ties.stopped.add(name)
}

/** The lead opens a report of this cast, and closes or releases it. */
export const handleReport = async (story: Story): Promise<void> => {
  const { r, oracle } = story
  const me = by(story, 'lead').call(safety)
  const ours = new Set(LEARNERS.map((learner) => idOf(story, learner)))
  const { items } = await me.listSafetyCases({ query: { limit: 100 } })
  const reports = items
    .filter(({ learner }) => ours.has(learner.id))
    .toSorted(
      (a, b) => a.created_at.localeCompare(b.created_at) || a.category.localeCompare(b.category),
    )
  if (reports.length === 0) return
  const params = { id: r.pick(reports).id }
  const report = await me.openSafetyReport({ params })
  if (r.chance(60)) {
    await me.changeSafetyReport({
      params,
      body: { state: r.pick(['seen', 'acted', 'false_positive']) },
    })
    return
  }
  const released = await writes(story, {
    author: 'lead',
    what: 'reason of a release',
    maySee: oracle.only('lead'),
    write: (word) => me.releaseSafetyReport({ params, body: { reason: `Talked ${word}` } }),
  })
  if (!released) return
  const standsOn = [
    report.excerpt,
    report.quoted?.note ?? '',
    ...(report.quoted?.messages ?? []).filter(({ reported }) => reported).map(({ text }) => text),
    ...report.messages.map(({ text }) => text),
  ].join('\n')
  for (const { holds } of [...story.works, ...story.threads, ...story.talks, ...story.refused])
    for (const hold of holds) if (standsOn.includes(hold.word)) hold.isReleased = true
}

export const closePersonReport = async (story: Story): Promise<void> => {
  const me = by(story, 'lead').call(connections)
  const ours = new Set(LEARNERS.map((learner) => idOf(story, learner)))
  const { items } = await me.listPersonReports({ query: { limit: 100 } })
  const open = items.find(({ reporter, closed_at }) => closed_at === null && ours.has(reporter.id))
  if (!open) return
  await writes(story, {
    author: 'lead',
    what: 'outcome of a report about a person',
    maySee: story.oracle.only('lead'),
    write: (word) =>
      me.closePersonReport({ params: { id: open.id }, body: { outcome: `Talked ${word}` } }),
  })
}

const JOBS = [
  'escalate-safety-reports',
  'tell-of-messages',
  'send-notifications',
  'send-digests',
  'weekly-letters',
  'calendar-reminders',
]
const MINUTE = 60_000

export const letTimePass = async ({ r, cast }: Story): Promise<void> => {
  cast.app.moveClock(r.pick([2, 3 * 60, 26 * 60]) * MINUTE)
  await renewTokens(cast)
  for (const job of JOBS) await cast.app.runJob(job)
}
