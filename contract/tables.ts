import { academy } from './academy.ts'
import { advising } from './advising.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { authoring } from './authoring.ts'
import { badges } from './badges.ts'
import { calendar } from './calendar.ts'
import { caseload } from './caseload.ts'
import { connections } from './connections.ts'
import { consent } from './consent.ts'
import { consultations } from './consultations.ts'
import { credentials } from './credentials.ts'
import { credits } from './credits.ts'
import { diplomaPlan } from './diploma-plan.ts'
import { diploma } from './diploma.ts'
import { earlierWork } from './earlier-work.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { groups } from './groups.ts'
import { guardians } from './guardians.ts'
import { invitations } from './invitations.ts'
import { learners } from './learners.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { operations } from './operations.ts'
import { outsideWork } from './outside-work.ts'
import { parents } from './parents.ts'
import { pathways } from './pathways.ts'
import { people } from './people.ts'
import { plan } from './plan.ts'
import { portfolio } from './portfolio.ts'
import { practice } from './practice.ts'
import { privacy } from './privacy.ts'
import { profile } from './profile.ts'
import { progress } from './progress.ts'
import { quests } from './quests.ts'
import { reviews } from './reviews.ts'
import { rosters } from './rosters.ts'
import { safety } from './safety.ts'
import { schoolSignIn } from './school-sign-in.ts'
import { secondFactor } from './second-factor.ts'
import { signInCards } from './sign-in-cards.ts'
import { siteSettings } from './site-settings.ts'
import { site } from './site.ts'
import { status } from './status.ts'
import { subscription } from './subscription.ts'
import { transcript } from './transcript.ts'
import { tutor } from './tutor.ts'
import { weeklyEmails } from './weekly-emails.ts'

/** All endpoint tables, by name. In the built web app they have only what a browser uses (scripts/vite-contract.ts). */
export const TABLES = {
  academy,
  advising,
  audit,
  auth,
  authoring,
  badges,
  calendar,
  caseload,
  connections,
  consent,
  consultations,
  credentials,
  credits,
  diplomaPlan,
  diploma,
  earlierWork,
  events,
  files,
  groups,
  guardians,
  invitations,
  learners,
  messages,
  notifications,
  operations,
  outsideWork,
  parents,
  pathways,
  people,
  plan,
  portfolio,
  practice,
  privacy,
  profile,
  progress,
  quests,
  reviews,
  rosters,
  safety,
  schoolSignIn,
  secondFactor,
  signInCards,
  siteSettings,
  site,
  status,
  subscription,
  transcript,
  tutor,
  weeklyEmails,
}

export type Tables = typeof TABLES
