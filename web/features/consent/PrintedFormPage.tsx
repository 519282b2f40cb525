import { useSuspenseQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { Link, useParams } from 'react-router'

import type { Consents } from '#contract/consent'
import { paths } from '#contract/paths'
import { Button, ButtonLink, EmptyState, Page, PageHeading } from '#ui'
import { useSettings } from '#views/site'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { SCOPE_WORDS } from './labels.ts'
import { showConsents } from './queries.ts'

export const handle = {
  failed: 'The form could not be loaded',
  missing: {
    title: 'Form not found',
    text: 'You can create a form in the family dashboard.',
    action: { to: paths.parentDashboard, label: 'Your family' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { studentId = '' } }) => [showConsents(studentId)])

/** Consent form for a guardian to print and sign. */
const PrintedFormPage = () => {
  const { studentId: id = '' } = useParams()
  const { data } = useSuspenseQuery(showConsents(id))
  return (
    <Page width="text">
      {data.form?.state === 'open' ? (
        <>
          <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
            <Link to={paths.childConsents(id)} className="link">
              What you have agreed to
            </Link>
            <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
              Print
            </Button>
          </div>
          <Paper data={data} form={data.form} />
        </>
      ) : (
        <>
          <PageHeading className="visually-hidden">There is no form to sign</PageHeading>
          <EmptyState
            title="There is no form to sign"
            action={<ButtonLink to={paths.childConsents(id)}>Create a form</ButtonLink>}
          >
            Forms waiting for your signature appear here.
          </EmptyState>
        </>
      )}
    </Page>
  )
}

type PaperProps = { data: Consents; form: NonNullable<Consents['form']> }

const Paper = ({ data, form }: PaperProps) => {
  const { site_name } = useSettings()
  const child = `${data.child_first_name} ${data.child_last_name}`
  return (
    <article className="space-y-5 rounded-card border border-line bg-surface p-6 sm:p-8 print:border-0 print:p-0">
      <p className="text-right">
        Reference code <strong className="text-lg tabular-nums">{form.code}</strong>
      </p>
      <PageHeading title="Form to sign" className="text-2xl">
        Consent of a parent or guardian
      </PageHeading>
      <p>
        I, <strong>{form.guardian_name}</strong>, am a parent or legal guardian of{' '}
        <strong>{child}</strong>, who is under 13 and learns with {site_name}. I allow the
        following:
      </p>
      <ul className="list-disc space-y-2 pl-5">
        {form.scopes.map((scope) => (
          <li key={scope}>
            <strong>{SCOPE_WORDS[scope].title}.</strong>{' '}
            {SCOPE_WORDS[scope].means(data.child_first_name)}
          </li>
        ))}
      </ul>
      <p>
        I have read the privacy policy, version {form.policy_version}. I know that I can withdraw
        this at any time, in the family dashboard or by the link in any email about it, and that it
        then ends at once. The photograph of this page is deleted thirty days after it was checked;
        the fact that I signed it stays on record.
      </p>
      <p className="text-sm text-muted">Made on {dateOf(form.created_at)}</p>
      <div className="grid gap-x-8 gap-y-12 pt-10 sm:grid-cols-2 print:grid-cols-2">
        {['Place and date', 'Signature'].map((what) => (
          <p key={what} className="border-t border-ink pt-1 text-sm">
            {what}
          </p>
        ))}
      </div>
    </article>
  )
}

export default PrintedFormPage
