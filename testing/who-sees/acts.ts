import * as people from './acts-between-people.ts'
import * as families from './acts-of-families.ts'
import * as learners from './acts-of-learners.ts'
import * as staff from './acts-of-staff.ts'
import type { Story } from './story.ts'

const { handIn, answer, showWork, askTheTutor } = learners
const { converse, deleteMessage, readThreads, reportMessage } = people
const { review, handleReport } = staff

/** Everything that somebody of the cast may try. What is named twice happens more often. */
export const ACTS = {
  handIn,
  handInAgain: handIn,
  handInMore: handIn,
  withdraw: learners.withdraw,
  draft: learners.draft,
  answer,
  showWork,
  askTheTutor,
  askTheTutorAgain: askTheTutor,
  addEvent: learners.addEvent,
  addTask: learners.addTask,
  workOutside: learners.workOutside,
  describe: learners.describe,
  discloseElsewhere: learners.discloseElsewhere,

  converse,
  converseAgain: converse,
  converseMore: converse,
  deleteMessage,
  readThreads,
  reportMessage,
  reportMessageAgain: reportMessage,
  reportPerson: people.reportPerson,
  fallOut: people.fallOut,
  reconcile: people.reconcile,

  review,
  reviewAgain: review,
  writeNote: staff.writeNote,
  meet: staff.meet,
  planQuest: staff.planQuest,
  recordCredit: staff.recordCredit,
  issueTranscript: staff.issueTranscript,
  announce: staff.announce,
  handOver: staff.handOver,
  suspend: staff.suspend,
  handleReport,
  handleReportAgain: handleReport,
  closePersonReport: staff.closePersonReport,
  letTimePass: staff.letTimePass,

  comment: families.comment,
  addEvidence: families.addEvidence,
  endLink: families.endLink,
  override: families.override,
  invite: families.invite,
  pair: families.pair,
  changeConsent: families.changeConsent,
  growUp: families.growUp,
  claimData: families.claimData,
  subscribe: families.subscribe,
  createCard: families.createCard,
  setTutor: families.setTutor,
} satisfies Record<string, (story: Story) => Promise<void>>

export type Act = keyof typeof ACTS
