import type { DemoDiploma } from '#rules/demo'
import { dateFormat } from '#web/format'

/** Texts of the sample diploma, shared by page, picture and print. */
export const diplomaWords = ({ name, completedQuest, isAccredited }: DemoDiploma) => ({
  title: isAccredited ? 'High School Diploma' : 'Certificate of Learning',
  given: 'awarded to',
  name: name || 'A learner who tried the demo',
  reason:
    completedQuest.length === 0
      ? 'for making a start: work done and documented'
      : `for completing ${completedQuest.length === 1 ? 'the quest' : 'the quests'}`,
  quests: completedQuest,
  note: 'This is a sample from the Lodestar demo. It certifies nothing.',
})

/** Time of creation in the reader's locale. */
export const diplomaDate = ({ timestamp }: DemoDiploma): string =>
  dateFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(timestamp))
