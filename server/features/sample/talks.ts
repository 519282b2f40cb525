import * as z from 'zod/mini'

import { idFromName, readYamlFile } from '#platform/content'
import type { Db } from '#platform/database'
import { REPORT_CATEGORIES, SEVERITIES } from '#rules/safety'

import { toDate, type SamplePeople } from './content.ts'

const SampleTalks = z.array(
  z.strictObject({
    learner: z.enum(['student', 'child']),
    quest: z.optional(z.string()),
    task: z.optional(z.string()),
    at: z.string(),
    says: z.array(z.string().check(z.trim())),
    report: z.optional(
      z.strictObject({
        message: z.int(),
        category: z.enum(REPORT_CATEGORIES),
        severity: z.enum(SEVERITIES),
      }),
    ),
  }),
)
type SampleTalk = z.output<typeof SampleTalks>[number]

const MINUTE_MS = 60_000

/** Creates the sample learners' tutor conversations, with a report for a family to review. */
export const insertSampleTalks = async (db: Db, people: SamplePeople, now: Date): Promise<void> => {
  for (const talk of await readYamlFile(SampleTalks, 'sample/talks.yaml')) {
    await insertTalk(db, people[talk.learner], talk, now)
  }
}

const insertTalk = async (
  db: Db,
  learner_id: string,
  { quest, task, at, says, report }: SampleTalk,
  now: Date,
): Promise<void> => {
  const begin = toDate(at, now)
  const minute = (i: number) => new Date(begin.getTime() + i * MINUTE_MS).toISOString()
  const { id: conversation_id } = await db
    .insertInto('tutor_conversations')
    .values({
      learner_id,
      quest_id: quest ? idFromName(quest) : null,
      task_id: quest && task ? idFromName(`${quest}/${task}`) : null,
      created_at: minute(0),
      last_message_at: minute(says.length - 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const messages = await db
    .insertInto('tutor_messages')
    .values(
      says.map((text, i) => ({
        conversation_id,
        learner_id,
        number: i + 1,
        author: i % 2 === 0 ? 'learner' : 'tutor',
        text,
        origin: i % 2 === 0 ? null : report?.message === i ? 'house' : 'coach',
        state: 'done',
        created_at: minute(i),
      })),
    )
    .returning(['id', 'number'])
    .execute()
  if (!report) return
  const { message, category, severity } = report
  const stoodOn = messages.find(({ number }) => number === message)
  if (!stoodOn) throw new Error(`content/sample/talks.yaml: no message ${message}`)
  const { id } = await db
    .insertInto('safety_reports')
    .values({
      learner_id,
      conversation_id,
      category,
      severity,
      excerpt: says[message - 1]!,
      created_at: minute(message - 1),
      held_back: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('safety_report_messages')
    .values({ report_id: id, message_id: stoodOn.id })
    .execute()
}
