import { useSuspenseQuery } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import { Link, useLocation } from 'react-router'

import type { Credits } from '#contract/credits'
import { paths } from '#contract/paths'
import { CREDIT_STATES } from '#rules/credits'
import { creditAmount } from '#rules/text/credit-amount'
import { ButtonLink, Card, lazyPart, Page, PageHeading, Tabs } from '#ui'
import { useIsYoung } from '#views/quests'
import { loaderFor, type PageTexts } from '#web/page'

import { CreditBar, Swatch } from './CreditBar.tsx'
import { CreditsLater } from './CreditsLater.tsx'
import { credits as inCredits, STATE_MEANINGS, STATE_NAMES } from './labels.ts'
import { ownCredits, ownEvidence } from './queries.ts'
import { SubjectRows } from './SubjectRows.tsx'
import { YearsToGo } from './YearsToGo.tsx'

const loadPlanner = () => import('./Planner.tsx')
const Planner = lazyPart(loadPlanner, 'Planner', 'h-96')

const OwnOutsideWork = lazyPart(() => import('#views/outside-work'), 'OwnOutsideWork', 'h-96')

const PLANNER = `${paths.credits}?view=planner`
const TABS = [
  { to: paths.credits, label: 'By subject' },
  { to: PLANNER, label: 'Plan ahead' },
  { to: paths.outsideWork, label: 'Work outside' },
]

export const handle = { failed: 'Your credits could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [ownCredits])

const CreditsPage = () => {
  const { data } = useSuspenseQuery(ownCredits)
  const { search } = useLocation()
  const isYoung = useIsYoung()
  const current = TABS.find(({ to }) => to === `${paths.credits}${search}`)?.to ?? paths.credits
  if (isYoung) return <CreditsLater>Credits</CreditsLater>
  return (
    <Page>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <PageHeading>Credits</PageHeading>
          <p className="mt-2 max-w-text text-lg text-muted">
            Your progress towards a diploma, subject by subject.
          </p>
        </div>
        <ButtonLink
          variant="secondary"
          to={paths.transcript}
          icon={<FileText aria-hidden size={18} />}
          className="no-print"
        >
          Your transcript
        </ButtonLink>
      </div>
      <div className="space-y-8">
        <Summary credits={data} />
        <Tabs label="Credits" tabs={TABS} current={current}>
          {current === paths.credits ? <BySubject credits={data} /> : null}
          {current === PLANNER ? <Planner plan={data.plan} /> : null}
          {current === paths.outsideWork ? <OwnOutsideWork /> : null}
        </Tabs>
      </div>
    </Page>
  )
}

const Summary = ({ credits: { total, plan } }: { credits: Credits }) => (
  <Card aria-labelledby="all-credits">
    <h2 id="all-credits" className="text-xl tabular-nums">
      {creditAmount(total.earned, plan.xp_per_credit)} earned, of {inCredits(total.required)}
    </h2>
    <div className="mt-2">
      <CreditBar figures={total} />
    </div>
    <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {CREDIT_STATES.map((state) => (
        <div key={state} className="flex items-baseline gap-2.5">
          <dt className="contents">
            <span className="translate-y-0.5">
              <Swatch state={state} />
            </span>
            <span>
              <span className="font-semibold">{STATE_NAMES[state]}:</span>{' '}
              <span className="text-sm text-muted">{STATE_MEANINGS[state]}</span>
            </span>
          </dt>
          <dd className="ml-auto text-right font-semibold tabular-nums">
            {creditAmount(total[state], plan.xp_per_credit)}
          </dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 flex items-center gap-2.5 text-sm text-muted">
      <span aria-hidden="true" className="ml-[6px] h-4 w-[3px] rounded-full bg-ink" />
      <span className="ml-[7px]">The line on each bar marks the credits required.</span>
    </p>
  </Card>
)

const BySubject = ({ credits }: { credits: Credits }) => (
  <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
    <section aria-labelledby="subjects">
      <h2 id="subjects" className="visually-hidden">
        Subjects
      </h2>
      <SubjectRows rows={credits.rows} plan={credits.plan} evidence={ownEvidence} />
    </section>
    <div className="space-y-6">
      <Ways />
      <YearsToGo credits={credits} />
      <Rule plan={credits.plan} />
    </div>
  </div>
)

/** The library alone does not fill a diploma plan; these ways do. */
const Ways = () => (
  <Card aria-labelledby="ways" className="space-y-3">
    <h2 id="ways" className="text-lg">
      Ways to earn them
    </h2>
    <ul className="space-y-3">
      <li>
        <Link to={paths.quests} className="link font-semibold">
          Quests of the library
        </Link>
        , each under a pillar and its subjects. Some can be repeated with new work.
      </li>
      <li>
        <Link to={`${paths.quests}?kind=course`} className="link font-semibold">
          Courses
        </Link>
        , week by week: half a credit takes about 60 hours.
      </li>
      <li>
        <span className="font-semibold">Tasks of your own</span> in a quest that you have started.
        They count once your advisor has confirmed their XP.
      </li>
      <li>
        <span className="font-semibold">A quest made for you</span>, which your advisor writes into{' '}
        <Link to={paths.plan()} className="link">
          your plan
        </Link>
        , for a project that takes weeks.
      </li>
      <li>
        <Link to={paths.outsideWork} className="link font-semibold">
          Work outside
        </Link>
        , such as a job, an apprenticeship or a music school, which a witness confirms.
      </li>
      <li>
        <span className="font-semibold">Credit from another school</span>, which your advisor enters
        as transfer credit.
      </li>
    </ul>
  </Card>
)

const Rule = ({ plan }: { plan: Credits['plan'] }) => (
  <Card aria-labelledby="rule" className="space-y-3">
    <h2 id="rule" className="text-lg">
      How credits are counted
    </h2>
    {plan.rule.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <details>
      <summary className="font-semibold">What each subject requires</summary>
      <ul className="mt-2 space-y-2">
        {plan.subjects.map(({ subject, name, required, about }) => (
          <li key={subject}>
            <span className="font-semibold">
              {name}, {inCredits(required)}.
            </span>{' '}
            <span className="text-muted">{about}</span>
          </li>
        ))}
      </ul>
    </details>
    <p className="text-sm text-muted">
      {plan.name}, version {plan.version}
    </p>
  </Card>
)

export default CreditsPage
