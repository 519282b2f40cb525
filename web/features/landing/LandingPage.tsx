import { lazyPart, PageHeading } from '#ui'
import { shownIf } from '#views/site'
import { firstInteraction } from '#web/browser'

import { CallsToAction } from './CallsToAction.tsx'
import { Contact } from './Contact.tsx'
import { Philosophy } from './Philosophy.tsx'
import { Section } from './Section.tsx'

// Prerendered sections hydrate at the first interaction: nobody waits for their scripts.
const loading =
  typeof document !== 'undefined' && document.getElementById('provided')
    ? firstInteraction
    : Promise.resolve()
const below = async () => {
  await loading
  return import('./LandingSections.tsx')
}
const HeroPicture = lazyPart(async () => {
  await loading
  return import('./HeroPicture.tsx')
}, 'HeroPicture')
const LandingSections = lazyPart(below, 'LandingSections')
const LandingQuestions = lazyPart(below, 'LandingQuestions')

// Created once, so that nothing re-renders them before hydration.
const picture = <HeroPicture />
const sections = <LandingSections />
const questions = <LandingQuestions />

const LandingPage = () => (
  <>
    <div className="mx-auto grid max-w-content wrap-break-word items-center gap-10 px-4 pt-14 pb-16 sm:px-6 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] md:gap-8 lg:gap-12 lg:pb-20">
      <div>
        <p className="mb-4 font-heading text-lg font-semibold text-brand">
          The process is the goal
        </p>
        <PageHeading
          title="Learning that leaves a record"
          description="Quests where young people make something real, with a teacher and their family beside them. What they do becomes XP, a portfolio and a record that others can trust."
          className="text-display"
        >
          Make something real. Keep the proof.
        </PageHeading>
        <p className="mt-6 max-w-text text-lg text-muted">
          Lodestar turns what a young person makes, tries and finds out into experience, a portfolio
          and a record that others can trust, with a{' '}
          <span {...shownIf('licensed_teachers')}>licensed </span>teacher and their family beside
          them.
        </p>
        <div className="mt-8">
          <CallsToAction />
        </div>
        <p className="mt-4 text-sm text-muted" {...shownIf('consultations')}>
          The consultation is a video call with a{' '}
          <span {...shownIf('licensed_teachers')}>licensed </span>teacher. It costs nothing and
          commits you to nothing.
        </p>
      </div>
      {picture}
    </div>
    {sections}
    <Section id="philosophy" title="The process is the goal" beside>
      <Philosophy />
    </Section>
    {questions}
    <Contact />
  </>
)

export default LandingPage
