import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'

import type { SiteStatus } from '#contract/status'
import { Alert, Page, PageHeading, Skeleton } from '#ui'
import { useHydrated } from '#web/browser'

import { siteStatus } from './queries.ts'

const DESCRIPTION = 'Which parts of this site work right now, and what did not work recently.'

const LABELS = {
  site: 'Pages and signing in',
  uploads: 'Uploading files',
  mail: 'Emails',
  tutor: 'Tutor',
  exports: 'Exports of your data',
} as const

/** By state; the tutor's built-in coach answers in place of its language model. */
const words = (service: keyof typeof LABELS, state: keyof typeof ICONS): string => {
  if (state === 'working') return 'Working'
  if (service === 'tutor') return 'Answers with its built-in questions only'
  return state === 'delayed' ? 'Late' : 'Not working'
}

const ICONS = {
  working: <CircleCheck aria-hidden size={20} className="text-success" />,
  delayed: <Clock aria-hidden size={20} className="text-warning" />,
  down: <CircleAlert aria-hidden size={20} className="text-danger" />,
} as const

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const Time = ({ at }: { at: string }) => <time dateTime={at}>{dateTime.format(new Date(at))}</time>

const Services = ({ services }: Pick<SiteStatus, 'services'>) => (
  <ul className="divide-y divide-line rounded-card border border-line bg-surface">
    {services.map(({ service, state, since }) => (
      <li key={service} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-4">
        {ICONS[state]}
        <span className="font-medium">{LABELS[service]}</span>
        <span className="basis-full pl-8 text-muted sm:ml-auto sm:basis-auto sm:pl-0 sm:text-right">
          {words(service, state)}
          {since ? (
            <>
              {' since '}
              <Time at={since} />
            </>
          ) : null}
        </span>
      </li>
    ))}
  </ul>
)

const Incidents = ({ incidents }: Pick<SiteStatus, 'incidents'>) =>
  incidents.length === 0 ? (
    <p className="text-muted">None that the site knows of.</p>
  ) : (
    <ul className="space-y-3">
      {incidents.map(({ service, state, began_at, ended_at }) => (
        <li key={`${service} ${began_at}`}>
          <p className="font-medium">
            {LABELS[service]}: {words(service, state).toLowerCase()}
          </p>
          <p className="text-sm text-muted">
            <Time at={began_at} /> – {ended_at ? <Time at={ended_at} /> : 'now'}
          </p>
        </li>
      ))}
    </ul>
  )

const StatusPage = () => {
  const { data, isError } = useQuery({ ...siteStatus, enabled: useHydrated() })
  return (
    <Page>
      <PageHeading description={DESCRIPTION}>Status</PageHeading>
      <p className="mt-3 max-w-text text-muted">{DESCRIPTION}</p>
      <div className="mt-8 max-w-text space-y-10">
        {isError ? (
          <Alert tone="warning" title="The site does not answer">
            It, or your connection, is not working at the moment. This page keeps asking.
          </Alert>
        ) : null}
        {data ? (
          <Services services={data.services} />
        ) : isError ? null : (
          <Skeleton className="h-72" />
        )}
        {data ? (
          <section aria-labelledby="incidents">
            <h2 id="incidents" className="mb-4 text-xl">
              The last 90 days
            </h2>
            <Incidents incidents={data.incidents} />
            <p className="mt-6 text-sm text-muted">
              The site checks itself every minute
              {data.checked_at ? (
                <>
                  , most recently <Time at={data.checked_at} />
                </>
              ) : null}
              . It cannot see what happens between it and your device. After it was stopped, by a
              failure or for an upgrade, it notes how long.
            </p>
          </section>
        ) : null}
      </div>
    </Page>
  )
}

export default StatusPage
