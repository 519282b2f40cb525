import type { DemoDiploma } from '#rules/demo'

/** The words of the sample diploma, the same on the page, in the picture and on paper. */
export const diplomaWords = ({ name, completedQuest, isAccredited }: DemoDiploma) => ({
  title: isAccredited ? 'High School Diploma' : 'Certificate of Learning',
  given: 'given to',
  name: name || 'A learner who tried it out',
  reason:
    completedQuest.length === 0
      ? 'for a beginning: work that was done and documented'
      : `for completing ${completedQuest.length === 1 ? 'the quest' : 'the quests'}`,
  quests: completedQuest,
  note: 'This is a sample from the Lodestar demo. It certifies nothing.',
})

/** When it was made, in the reader's own way of writing dates and times. */
export const diplomaDate = ({ timestamp }: DemoDiploma): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(timestamp),
  )
