import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Parts that later versions bring: their links already lead somewhere that says so. */
const notYet = (...paths: string[]) =>
  paths.map((path) => route(path, 'frame/NotYet.tsx', { id: `not-yet ${path}` }))

export default [
  layout('frame/Frame.tsx', [
    index('features/landing/LandingPage.tsx'),
    route('demo', 'features/demo/DemoPage.tsx'),
    route('terms', 'features/site/TermsPage.tsx'),
    route('privacy', 'features/site/PrivacyPage.tsx'),
    route('academy-agreement', 'features/site/AcademyAgreementPage.tsx'),
    route('academy-handbook', 'features/site/AcademyHandbookPage.tsx'),
    route('promo', 'features/landing/PromoPage.tsx'),
    route('subscription/success', 'features/site/SubscriptionPage.tsx'),
    route('mailbox', 'features/mailbox/MailboxPage.tsx'),
    route('login', 'features/auth/LoginPage.tsx'),
    route('register', 'features/auth/RegisterPage.tsx'),
    route('email-verification', 'features/auth/EmailVerificationPage.tsx'),
    route('verify-email', 'features/auth/VerifyEmailPage.tsx'),
    route('forgot-password', 'features/auth/ForgotPasswordPage.tsx'),
    route('reset-password', 'features/auth/ResetPasswordPage.tsx'),
    route('consultation', 'features/consultations/ConsultationPage.tsx'),
    route('verify', 'features/verify/VerifyPage.tsx'),
    route('verify/:code', 'features/verify/VerifiedPage.tsx'),
    route('setup/:token', 'features/invitations/SetupPage.tsx'),
    route('invitation/:token', 'features/invitations/InvitationPage.tsx'),
    route('guardian-invitation/:token', 'features/family/GuardianInvitationPage.tsx'),
    route('consent/:token', 'features/family/ConsentPage.tsx'),
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
      route('portfolio', 'features/portfolio/PortfolioPage.tsx'),
      route('diploma', 'features/diploma/DiplomaPage.tsx'),
      route('profile', 'features/profile/ProfilePage.tsx'),
      route('friends', 'frame/Friends.tsx'),
      layout('features/quests/HubPage.tsx', [
        route('quests', 'features/quests/QuestsPage.tsx'),
        route('badges', 'features/badges/BadgesPage.tsx'),
      ]),
      route('quests/:id', 'features/quests/QuestPage.tsx'),
      route('dashboard', 'features/dashboard/DashboardPage.tsx'),
      route('plan', 'features/plan/PlanPage.tsx'),
      route('plan/print', 'features/plan/PrintPage.tsx'),
      route('credits', 'features/credits/CreditsPage.tsx'),
      route('transcript', 'features/transcript/TranscriptPage.tsx'),
      route('parent/dashboard', 'features/parents/FamilyPage.tsx'),
      route('parent/dashboard/:studentId', 'features/parents/ChildPage.tsx'),
      route('admin', 'features/admin/AdminPage.tsx'),
      layout('features/advising/AdvisorPage.tsx', [
        route('advisor', 'features/advising/CaseloadPage.tsx'),
        route('advisor/learners', 'features/advising/CaseloadPage.tsx', { id: 'caseload' }),
      ]),
      route('advisor/learners/:id', 'features/advising/LearnerPage.tsx'),
      route('badges/:badgeId', 'features/badges/BadgePage.tsx'),
      route('badge-progress', 'features/badges/BadgeProgressPage.tsx'),
      route('constellation', 'features/badges/ConstellationPage.tsx'),
      ...notYet('connections'),
      ...notYet('communication', 'calendar', 'admin/*', 'advisor/*'),
    ]),
    route('*', 'frame/UnknownPath.tsx'),
  ]),
] satisfies RouteConfig
