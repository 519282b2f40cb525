/** Path under which a file's bytes are served to everyone who may read it (contract/files.ts). */
export const filePath = (id: string) => `/api/files/${id}`

/** Path of each page: for links in the browser, in emails and in notifications. A function where the path holds an id. */
export const paths = {
  home: '/',
  promo: '/promo',
  consultation: '/consultation',
  booking: (token: string) => `/consultation/${encodeURIComponent(token)}`,
  demo: '/demo',
  login: '/login',
  loginByName: '/login/name',
  /** The fragment is a card's secret. */
  card: '/card',
  cards: '/advisor/cards',
  schoolReturn: '/login/school',
  register: '/register',
  emailVerification: '/email-verification',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  status: '/status',
  academyAgreement: '/academy-agreement',
  academyHandbook: '/academy-handbook',
  subscription: '/subscription',
  subscriptionSuccess: '/subscription/success',
  dashboard: '/dashboard',
  quests: '/quests',
  quest: (id: string) => `/quests/${encodeURIComponent(id)}`,
  allPractice: '/practice',
  practice: (slug: string) => `/practice/${encodeURIComponent(slug)}`,
  badges: '/badges',
  badge: (id: string) => `/badges/${encodeURIComponent(id)}`,
  badgeProgress: '/badge-progress',
  constellation: '/constellation',
  pathways: '/pathways',
  pathway: (slug: string) => `/pathways/${encodeURIComponent(slug)}`,
  mailbox: '/mailbox',
  setup: (token: string) => `/setup/${encodeURIComponent(token)}`,
  invitation: (token: string) => `/invitation/${encodeURIComponent(token)}`,
  guardianInvitation: (token: string) => `/guardian-invitation/${encodeURIComponent(token)}`,
  emailSettings: (token: string) => `/letters/${encodeURIComponent(token)}`,
  consentRequest: (token: string) => `/consent/${encodeURIComponent(token)}`,
  withdrawConsent: (token: string) => `/withdraw-consent/${encodeURIComponent(token)}`,
  profile: '/profile',
  portfolio: '/portfolio',
  portfolioPreview: '/portfolio/preview',
  publicPortfolio: (slug: string) => `/portfolio/${encodeURIComponent(slug)}`,
  portfolioLink: (token: string) => `/portfolio/link/${encodeURIComponent(token)}`,
  diploma: '/diploma',
  verify: '/verify',
  verified: (code: string) => `/verify/${encodeURIComponent(code)}`,
  connections: '/connections',
  friendRequests: '/connections/requests',
  friendsActivity: '/connections/activity',
  questGroups: '/connections/groups',
  notifications: '/notifications',
  communication: '/communication',
  conversation: (id: string) => `/communication/${encodeURIComponent(id)}`,
  tutor: '/communication/tutor',
  /** Opens the tutor for a task. */
  askAbout: (questId: string, taskId: string) =>
    `/communication/tutor?quest=${questId}&task=${taskId}`,
  calendar: '/calendar',
  parentDashboard: '/parent/dashboard',
  childMilestones: '/parent/milestones',
  child: (id: string) => `/parent/dashboard/${encodeURIComponent(id)}`,
  childTalk: (id: string, talkId: string) =>
    `/parent/dashboard/${encodeURIComponent(id)}/tutor/${encodeURIComponent(talkId)}`,
  childConversation: (id: string, conversationId: string) =>
    `/parent/dashboard/${encodeURIComponent(id)}/messages/${encodeURIComponent(conversationId)}`,
  safety: '/safety',
  childConsents: (id: string) => `/parent/dashboard/${encodeURIComponent(id)}/consent`,
  consentForm: (id: string) => `/parent/dashboard/${encodeURIComponent(id)}/consent/form`,
  consentForms: '/advisor/consent-forms',
  milestone: '/milestone',
  admin: '/admin',
  adminPeople: '/admin/people',
  adminPerson: (id: string) => `/admin/people/${encodeURIComponent(id)}`,
  adminSettings: '/admin/settings',
  adminAccess: '/admin/access',
  adminContent: '/admin/content',
  adminPlan: '/admin/plan',
  adminModeration: '/admin/moderation',
  adminJobs: '/admin/jobs',
  adminSpeed: '/admin/speed',
  adminAudit: (query = '') => `/admin/audit${query}`,
  adminInvitations: '/admin/invitations',
  adminAdvisors: '/admin/advisors',
  adminFamilies: '/admin/families',
  adminConsents: '/admin/consents',
  safeguarding: '/admin/safety',
  advisor: '/advisor',
  bookings: '/advisor/bookings',
  availability: '/advisor/bookings/hours',
  adminConsultations: '/admin/consultations',
  adminAgreements: '/admin/agreements',
  imports: '/admin/imports',
  rosterImport: (id: string) => `/admin/imports/${encodeURIComponent(id)}`,
  exports: '/admin/exports',
  agreementText: (learnerId: string, id: string) =>
    `/agreements/${encodeURIComponent(learnerId)}/${encodeURIComponent(id)}`,
  caseload: '/advisor/learners',
  learnerGroups: '/advisor/groups',
  learnerGroup: (id: string) => `/advisor/groups/${encodeURIComponent(id)}`,
  review: (id: string) => `/advisor/reviews/${encodeURIComponent(id)}`,
  authoredQuests: '/advisor/quests',
  beginQuest: '/advisor/quests/create',
  editQuest: (id: string) => `/advisor/quests/${encodeURIComponent(id)}/edit`,
  authoredBadges: '/advisor/badges',
  createBadge: '/advisor/badges/create',
  editBadge: (id: string) => `/advisor/badges/${encodeURIComponent(id)}/edit`,
  advisedLearner: (id: string) => `/advisor/learners/${encodeURIComponent(id)}`,
  /** The caller's own plan, or that of a learner in their care. */
  plan: (learnerId?: string) => (learnerId ? `/plan?learner=${learnerId}` : '/plan'),
  planPrint: (month: string, learnerId?: string) =>
    `/plan/print?month=${month}${learnerId ? `&learner=${learnerId}` : ''}`,
  credits: '/credits',
  outsideWork: '/credits?view=outside',
  witness: (token: string) => `/witness/${encodeURIComponent(token)}`,
  transcript: '/transcript',
  sharedTranscript: (token: string) => `/transcript/shared/${encodeURIComponent(token)}`,
  earlierWork: (id: string) => `/earlier-work/${encodeURIComponent(id)}`,
}

// Functions of their own, because public pages, which load all of `paths`, do not need them.

/** A task on its quest's page. */
export const taskPath = (questId: string, taskId: string): string =>
  `${paths.quest(questId)}#task-${taskId}`

/** The guardian's answer box below a piece of a child's work. */
export const workAnswerPath = (childId: string, attemptId: string): string =>
  `${paths.child(childId)}#answer-${attemptId}`

const WITH_ONE_ANSWER_BOX = /^\/(?:communication|advisor\/reviews)\/[\da-f-]+$/

/** The answer box of a task, conversation or review; undefined for the path of a page without one. */
export const answerPath = (path: string): string | undefined => {
  if (path.includes('#task-')) return path.replace('#task-', '#answer-')
  return WITH_ONE_ANSWER_BOX.test(path) ? `${path}#answer` : undefined
}
