import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { WaitingForm } from '#contract/consent'
import { Alert, Button, Chip, Dialog, EmptyState, lazyPart, LoadMore, toast } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { SCOPE_WORDS } from './labels.ts'
import { consent, waitingForms } from './queries.ts'

const RefusalForm = lazyPart(() => import('./RefusalForm.tsx'), 'RefusalForm', 'h-48')
const CallForm = lazyPart(() => import('./CallForm.tsx'), 'CallForm', 'h-48')

export const handle = { failed: 'The forms could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [waitingForms])

/** Signed forms for staff to check, and forms that a guardian may confirm by phone. */
const FormsPage = () => {
  const list = useSuspenseInfiniteQuery(waitingForms)
  const { pages } = list.data
  const forms = pages.flatMap(({ items }) => items)
  return (
    <>
      <p className="mb-6 max-w-text text-muted">
        Showing a child’s data to others needs a guardian’s signed or spoken consent. You are the
        witness, and your name is recorded with it.
      </p>
      {forms.length === 0 ? (
        <EmptyState title="No forms are waiting">
          Forms that guardians create for the learners in your care are listed here.
        </EmptyState>
      ) : (
        <>
          <ul className="space-y-6">
            {forms.map((form) => (
              <Form key={form.id} form={form} />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
    </>
  )
}

const Form = ({ form }: { form: WaitingForm }) => {
  const [asks, setAsks] = useState<'refusal' | 'call'>()
  const check = useApiMutation(consent.checkConsentForm)
  const close = () => setAsks(undefined)
  return (
    <li className="space-y-4 rounded-card border border-line bg-surface p-5 shadow-low sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">{form.child_name}</h2>
        <Chip tone={form.file ? 'warning' : 'neutral'}>
          {form.file ? 'Signed, ready to check' : 'Not handed in yet'}
        </Chip>
      </div>
      {form.file ? <Signed form={form} /> : <Open form={form} />}
      {check.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(check.error)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {form.file ? (
          <>
            <Button
              busy={check.isPending}
              onClick={() =>
                check.mutate(
                  {
                    params: { id: form.learner_id, form_id: form.id },
                    body: { decision: 'confirmed' },
                  },
                  { onSuccess: () => toast.success('Consent recorded') },
                )
              }
            >
              Confirm<span className="visually-hidden"> the form for {form.child_name}</span>
            </Button>
            <Button variant="secondary" onClick={() => setAsks('refusal')}>
              Refuse<span className="visually-hidden"> the form for {form.child_name}</span>
            </Button>
          </>
        ) : null}
        <Button variant={form.file ? 'quiet' : 'secondary'} onClick={() => setAsks('call')}>
          Record a call<span className="visually-hidden"> about {form.child_name}</span>
        </Button>
      </div>
      <Dialog open={asks === 'refusal'} title="Refuse the form" onClose={close}>
        {asks === 'refusal' ? <RefusalForm form={form} done={close} /> : null}
      </Dialog>
      <Dialog open={asks === 'call'} title="Record a call" onClose={close}>
        {asks === 'call' ? <CallForm form={form} done={close} /> : null}
      </Dialog>
    </li>
  )
}

/** The signed paper next to its required content. */
const Signed = ({ form }: { form: WaitingForm }) => (
  <div className="grid gap-6 md:grid-cols-2">
    <EvidenceBlocks
      blocks={[
        {
          type: 'file',
          file_id: form.file?.file_id ?? '',
          content_type: form.file?.content_type,
          name: `Signed form for ${form.child_name}`,
        },
      ]}
    />
    <div>
      <h3 className="text-base">It must include</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>
          the code <strong className="tabular-nums">{form.code}</strong>
        </li>
        <li>
          the guardian <bdi className="font-medium">{form.guardian_name}</bdi>{' '}
          <span className="text-muted">({form.guardian_email})</span>
        </li>
        <li>
          the child <bdi className="font-medium">{form.child_name}</bdi>
        </li>
        {form.scopes.map((scope) => (
          <li key={scope}>“{SCOPE_WORDS[scope].title}”</li>
        ))}
        <li>the policy, version {form.policy_version}</li>
        <li>place, date and a signature by hand</li>
      </ul>
      {form.sent_at ? (
        <p className="mt-3 text-sm text-muted">Handed in on {dateOf(form.sent_at)}</p>
      ) : null}
    </div>
  </div>
)

const Open = ({ form }: { form: WaitingForm }) => (
  <p>
    <bdi className="font-medium">{form.guardian_name}</bdi>{' '}
    <span className="text-muted">({form.guardian_email})</span> created it on{' '}
    {dateOf(form.created_at)}, about:{' '}
    {form.scopes.map((scope) => SCOPE_WORDS[scope].title.toLowerCase()).join(', ')}.
  </p>
)

export default FormsPage
