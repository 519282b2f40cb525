import { emailRecipient } from '#features/site'
import { transaction } from '#platform/database'
import type { Parts } from '#platform/http'
import { despiteFailures } from '#platform/jobs'
import { weeklyEmailDue } from '#rules/weekly-email'

import { hasNews, weeklyEmail } from './email.ts'
import { unsubscribeToken } from './unsubscribe.ts'
import { type FamilyWeek, listFamilyWeeks, listZones } from './week.ts'

const AT_A_TIME = 100

type Deps = Pick<Parts, 'clock' | 'config' | 'db' | 'mail' | 'secret'>

/** Sends guardians their children's week wherever it is Sunday evening: one email each, however often this runs. */
export const sendWeeklyEmails = async (parts: Deps): Promise<void> => {
  const { clock, db } = parts
  await despiteFailures(await listZones(db), 'time zones', async (timeZone) => {
    const sunday = weeklyEmailDue(clock(), timeZone)
    if (sunday === undefined) return
    for (;;) {
      const families = await listFamilyWeeks(db, { sunday, timeZone }, AT_A_TIME)
      await despiteFailures(families, 'families', (family) => tell(parts, sunday, family))
      if (families.length < AT_A_TIME) break
    }
  })
}

/** A week without news is marked as handled, too. */
const tell = (parts: Deps, sunday: string, { children, ...guardian }: FamilyWeek) =>
  transaction(parts.db, async (db) => {
    const sent = hasNews(children)
    const marked = await db
      .insertInto('weekly_letters')
      .values({ guardian_id: guardian.id, week: sunday, sent })
      .onConflict((conflict) => conflict.doNothing())
      .returning('week')
      .executeTakeFirst()
    if (!marked || !sent) return
    const to = await emailRecipient({ ...parts, db }, guardian)
    const token = unsubscribeToken(parts.secret, guardian.id)
    await parts.mail.send(db, weeklyEmail(to, children, token))
  })
