import { passesGuard, type Role } from '#rules/membership'

/** Every path of the web app, in one place. Functions where a path holds an id. */
export const paths = {
  home: '/',
  promo: '/promo',
  consultation: '/consultation',
  demo: '/demo',
  login: '/login',
  schoolReturn: '/login/school',
  register: '/register',
  emailVerification: '/email-verification',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  academyAgreement: '/academy-agreement',
  academyHandbook: '/academy-handbook',
  subscription: '/subscription',
  subscriptionSuccess: '/subscription/success',
  dashboard: '/dashboard',
  quests: '/quests',
  quest: (id: string) => `/quests/${encodeURIComponent(id)}`,
  badges: '/badges',
  badge: (id: string) => `/badges/${encodeURIComponent(id)}`,
  badgeProgress: '/badge-progress',
  constellation: '/constellation',
  pathways: '/pathways',
  pathway: (slug: string) => `/pathways/${encodeURIComponent(slug)}`,
  mailbox: '/mailbox',
  profile: '/profile',
  portfolio: '/portfolio',
  portfolioPreview: '/portfolio/preview',
  publicPortfolio: (slug: string) => `/portfolio/${encodeURIComponent(slug)}`,
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
  /** The tutor, ready to be asked about a task. */
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
  review: (id: string) => `/advisor/reviews/${encodeURIComponent(id)}`,
  authoredQuests: '/advisor/quests',
  beginQuest: '/advisor/quests/create',
  editQuest: (id: string) => `/advisor/quests/${encodeURIComponent(id)}/edit`,
  authoredBadges: '/advisor/badges',
  createBadge: '/advisor/badges/create',
  editBadge: (id: string) => `/advisor/badges/${encodeURIComponent(id)}/edit`,
  advisedLearner: (id: string) => `/advisor/learners/${encodeURIComponent(id)}`,
  /** One's own, or that of a learner whom one looks after. */
  plan: (learnerId?: string) => (learnerId ? `/plan?learner=${learnerId}` : '/plan'),
  planPrint: (month: string, learnerId?: string) =>
    `/plan/print?month=${month}${learnerId ? `&learner=${learnerId}` : ''}`,
  credits: '/credits',
  transcript: '/transcript',
  earlierWork: (id: string) => `/earlier-work/${encodeURIComponent(id)}`,
}

/** Pages whose HTML is made at build time, so that they can be read before any script runs. */
export const PRERENDERED = [
  paths.home,
  paths.promo,
  paths.consultation,
  paths.demo,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.terms,
  paths.privacy,
  paths.academyAgreement,
  paths.academyHandbook,
  paths.subscriptionSuccess,
  paths.verify,
]

const EXEMPT = new Set<string>([
  // What is prerendered is for everyone.
  ...PRERENDERED,
  paths.emailVerification,
  paths.resetPassword,
  paths.mailbox,
  paths.schoolReturn,
])
const EXEMPT_PREFIXES = [
  '/public/diploma/',
  '/portfolio/',
  '/transcript/shared/',
  '/consent/',
  '/letters/',
  '/withdraw-consent/',
  '/setup/',
  '/invitation/',
  '/guardian-invitation/',
  '/consultation/',
  '/verify',
]

/** True where a visitor whose session has ended is left in peace instead of being sent to /login. */
export const isExemptFromLogin = (pathname: string): boolean =>
  EXEMPT.has(pathname.replace(/(.)\/+$/, '$1')) ||
  EXEMPT_PREFIXES.some((prefix) => pathname.startsWith(prefix))

/** The side bar stays away here, so that the hub has the whole width. */
export const hidesSideBar = (pathname: string): boolean => /^\/(quests|badges)/.test(pathname)

/** An area within another one comes first. */
const AREAS = [
  ['/advisor/quests', 'author'],
  ['/advisor', 'advisor'],
  ['/safety', 'advisor'],
  ['/admin', 'admin'],
  ['/parent', 'parent'],
] as const

/** Whether somebody passes the guard of the area that a path lies in. */
export const mayEnter = (
  pathname: string,
  { role, subscription_tier }: { role: Role; subscription_tier: string },
): boolean => {
  const area = AREAS.find(([prefix]) => `${pathname}/`.startsWith(`${prefix}/`))
  return !area || passesGuard(area[1], role, subscription_tier)
}
