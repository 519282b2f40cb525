import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from '@react-router/dev/routes'

/** Delivery of a page. The build and the frame read these flags (scripts/built-app.ts). */
export type PageHandle = {
  /** HTML is generated at build time, readable before any script runs. */
  prerender?: true
  /** Opens offline: the service worker caches its files. */
  offline?: true
  /** Its script is prefetched once the first page is idle. */
  prefetch?: true
}

const page = (handle: PageHandle, entry: RouteConfigEntry): RouteConfigEntry =>
  Object.assign(entry, { handle })

/** All pages with their layouts. Pages below the guard require a session; all others are public. */
export default [
  layout('frame/Frame.tsx', [
    page({ prerender: true }, index('features/landing/LandingPage.tsx')),
    page({ prerender: true }, route('demo', 'features/demo/DemoPage.tsx')),
    page({ prerender: true }, route('terms', 'features/site/TermsPage.tsx')),
    page({ prerender: true }, route('privacy', 'features/site/PrivacyPage.tsx')),
    page({ prerender: true }, route('status', 'features/status/StatusPage.tsx')),
    page({ prerender: true }, route('academy-agreement', 'features/site/AcademyAgreementPage.tsx')),
    page({ prerender: true }, route('academy-handbook', 'features/site/AcademyHandbookPage.tsx')),
    page({ prerender: true }, route('promo', 'features/landing/PromoPage.tsx')),
    page(
      { prerender: true },
      route('subscription/success', 'features/subscription/SubscriptionDonePage.tsx'),
    ),
    route('mailbox', 'features/mailbox/MailboxPage.tsx'),
    page({ prerender: true }, route('login', 'features/auth/LoginPage.tsx')),
    page({ prerender: true }, route('login/name', 'features/auth/LoginByNamePage.tsx')),
    route('card', 'features/sign-in-cards/CardPage.tsx'),
    route('login/school', 'features/school-sign-in/SchoolReturnPage.tsx'),
    page({ prerender: true }, route('register', 'features/auth/RegisterPage.tsx')),
    route('email-verification', 'features/auth/EmailVerificationPage.tsx'),
    route('verify-email', 'features/auth/VerifyEmailPage.tsx'),
    page({ prerender: true }, route('forgot-password', 'features/auth/ForgotPasswordPage.tsx')),
    route('reset-password', 'features/auth/ResetPasswordPage.tsx'),
    page({ prerender: true }, route('consultation', 'features/consultations/ConsultationPage.tsx')),
    route('consultation/:token', 'features/consultations/BookedPage.tsx'),
    page({ prerender: true }, route('verify', 'features/verify/VerifyPage.tsx')),
    route('verify/:code', 'features/verify/VerifiedPage.tsx'),
    route('witness/:token', 'features/outside-work/WitnessPage.tsx'),
    route('setup/:token', 'features/invitations/SetupPage.tsx'),
    route('invitation/:token', 'features/invitations/InvitationPage.tsx'),
    route('guardian-invitation/:token', 'features/family/GuardianInvitationPage.tsx'),
    route('letters/:token', 'features/weekly-emails/WeeklyEmailPage.tsx'),
    route('consent/:token', 'features/consent/ConsentPage.tsx'),
    route('withdraw-consent/:token', 'features/consent/WithdrawPage.tsx'),
    route('portfolio/:slug', 'features/portfolio/PublicPortfolioPage.tsx'),
    route('public/diploma/:userId', 'features/portfolio/PublicPortfolioPage.tsx', {
      id: 'public-diploma',
    }),
    route('portfolio/link/:token', 'features/portfolio/PublicPortfolioPage.tsx', {
      id: 'portfolio-link',
    }),
    route('transcript/shared/:token', 'features/transcript/SharedTranscriptPage.tsx'),
    layout('frame/Guard.tsx', [
      route('portfolio/preview', 'features/portfolio/PreviewPage.tsx'),
      page({ prefetch: true }, route('portfolio', 'features/portfolio/PortfolioPage.tsx')),
      page({ prefetch: true }, route('diploma', 'features/diploma/DiplomaPage.tsx')),
      page({ prefetch: true }, route('profile', 'features/profile/ProfilePage.tsx')),
      route('subscription', 'features/subscription/SubscriptionPage.tsx'),
      route('friends', 'frame/Friends.tsx'),
      layout('features/quests/HubPage.tsx', [
        page({ offline: true, prefetch: true }, route('quests', 'features/quests/QuestsPage.tsx')),
        route('pathways', 'features/pathways/PathwaysPage.tsx'),
        page({ offline: true, prefetch: true }, route('badges', 'features/badges/BadgesPage.tsx')),
      ]),
      page({ offline: true, prefetch: true }, route('quests/:id', 'features/quests/QuestPage.tsx')),
      route('quests/:id/print', 'features/quests/PrintPage.tsx'),
      route('practice', 'features/practice/AllPracticePage.tsx'),
      page({ offline: true }, route('practice/:slug', 'features/practice/PracticePage.tsx')),
      route('pathways/:slug', 'features/pathways/PathwayPage.tsx'),
      page(
        { offline: true, prefetch: true },
        route('dashboard', 'features/home/DashboardPage.tsx'),
      ),
      page({ offline: true, prefetch: true }, route('plan', 'features/plan/PlanPage.tsx')),
      route('plan/print', 'features/plan/PrintPage.tsx'),
      page({ prefetch: true }, route('credits', 'features/credits/CreditsPage.tsx')),
      route('earlier-work/:id', 'features/earlier-work/EarlierWorkPage.tsx'),
      page({ prefetch: true }, route('transcript', 'features/transcript/TranscriptPage.tsx')),
      page({ prefetch: true }, route('parent/dashboard', 'features/parents/FamilyPage.tsx')),
      route('parent/milestones', 'features/family/ChildMilestonesPage.tsx'),
      page(
        { prefetch: true },
        route('parent/dashboard/:studentId', 'features/parents/ChildPage.tsx'),
      ),
      route('parent/dashboard/:studentId/tutor/:talkId', 'features/tutor/ChildTalkPage.tsx'),
      route(
        'parent/dashboard/:studentId/messages/:conversationId',
        'features/messages/ChildConversationPage.tsx',
      ),
      layout('features/messages/CommunicationPage.tsx', [
        page({ prefetch: true }, route('communication', 'features/messages/MessagesPage.tsx')),
        page({ prefetch: true }, route('communication/tutor', 'features/tutor/TutorPage.tsx')),
        route('communication/:conversationId', 'features/messages/MessagesPage.tsx', {
          id: 'conversation',
        }),
      ]),
      layout('features/connections/ConnectionsPage.tsx', [
        page({ prefetch: true }, route('connections', 'features/connections/FriendsPage.tsx')),
        route('connections/requests', 'features/connections/RequestsPage.tsx'),
        route('connections/activity', 'features/connections/ActivityPage.tsx'),
        route('connections/groups', 'features/connections/GroupsPage.tsx'),
      ]),
      page(
        { prefetch: true },
        route('notifications', 'features/notifications/NotificationsPage.tsx'),
      ),
      page({ prefetch: true }, route('calendar', 'features/calendar/CalendarPage.tsx')),
      route('safety', 'features/safety/CasesPage.tsx'),
      route('parent/dashboard/:studentId/consent', 'features/consent/ConsentsPage.tsx'),
      route('parent/dashboard/:studentId/consent/form', 'features/consent/PrintedFormPage.tsx'),
      route('milestone', 'features/family/MilestonePage.tsx'),
      layout('features/admin/AdminPage.tsx', [
        page({ prefetch: true }, route('admin', 'features/admin/OverviewPage.tsx')),
        route('admin/people', 'features/admin/PeoplePage.tsx'),
        route('admin/people/:id', 'features/admin/PersonPage.tsx'),
        route('admin/settings', 'features/admin/SettingsPage.tsx'),
        route('admin/access', 'features/admin/AccessPage.tsx'),
        route('admin/plan', 'features/admin/DiplomaPlanPage.tsx'),
        route('admin/content', 'features/admin/ContentPage.tsx'),
        route('admin/moderation', 'features/admin/ModerationPage.tsx'),
        route('admin/jobs', 'features/admin/JobsPage.tsx'),
        route('admin/speed', 'features/admin/SpeedPage.tsx'),
        route('admin/audit', 'features/admin/AuditPage.tsx'),
        route('admin/invitations', 'features/admin/InvitationsPage.tsx'),
        route('admin/advisors', 'features/admin/UnassignedPage.tsx'),
        route('admin/families', 'features/admin/FamiliesPage.tsx'),
        route('admin/consents', 'features/consent/FormsPage.tsx', { id: 'admin-consents' }),
        route('admin/consultations', 'features/consultations/AllBookingsPage.tsx'),
        route('admin/agreements', 'features/academy/AllAgreementsPage.tsx'),
        route('admin/imports', 'features/rosters/ImportsPage.tsx'),
        route('admin/imports/:id', 'features/rosters/ImportPage.tsx'),
        route('admin/exports', 'features/rosters/ExportsPage.tsx'),
        route('admin/safety', 'features/safety/SafeguardsPage.tsx'),
        route('admin/*', 'features/admin/UnknownSectionPage.tsx'),
      ]),
      layout('features/advising/AdvisorPage.tsx', [
        page({ prefetch: true }, route('advisor', 'features/reviews/QueuePage.tsx')),
        page({ prefetch: true }, route('advisor/learners', 'features/advising/CaseloadPage.tsx')),
        route('advisor/groups', 'features/groups/GroupsPage.tsx'),
        route('advisor/cards', 'features/sign-in-cards/CardsPage.tsx'),
        route('advisor/quests', 'features/authoring/QuestsPage.tsx'),
        route('advisor/badges', 'features/authoring/BadgesPage.tsx'),
        route('advisor/bookings', 'features/consultations/BookingsPage.tsx'),
        route('advisor/bookings/hours', 'features/consultations/AvailabilityPage.tsx'),
        route('advisor/consent-forms', 'features/consent/FormsPage.tsx'),
      ]),
      page({ prefetch: true }, route('advisor/reviews/:id', 'features/reviews/ReviewPage.tsx')),
      route('advisor/quests/create', 'features/authoring/BeginQuestPage.tsx'),
      route('advisor/quests/:id/edit', 'features/authoring/EditQuestPage.tsx'),
      route('advisor/badges/create', 'features/authoring/BadgeFormPage.tsx', {
        id: 'create-badge',
      }),
      route('advisor/badges/:badgeId/edit', 'features/authoring/BadgeFormPage.tsx'),
      route('agreements/:learnerId/:id', 'features/academy/AgreementTextPage.tsx'),
      page({ prefetch: true }, route('advisor/learners/:id', 'features/advising/LearnerPage.tsx')),
      route('advisor/groups/:id', 'features/groups/GroupPage.tsx'),
      page({ prefetch: true }, route('badges/:badgeId', 'features/badges/BadgePage.tsx')),
      route('badge-progress', 'features/badges/BadgeProgressPage.tsx'),
      page({ prefetch: true }, route('constellation', 'features/badges/ConstellationPage.tsx')),
    ]),
    route('*', 'frame/UnknownPath.tsx'),
  ]),
] satisfies RouteConfig
