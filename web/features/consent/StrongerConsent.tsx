import Printer from 'lucide-react/icons/printer'

import { type Consents, ScopeChoice } from '#contract/consent'
import { paths } from '#contract/paths'
import { DISCLOSING } from '#rules/consent'
import { Alert, ButtonLink, Checkbox } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { SCOPE_WORDS } from './labels.ts'
import { consent } from './queries.ts'
import { SendForm } from './SendForm.tsx'

type Props = { learnerId: string; data: Consents }

/** Scopes that disclose a child's data require more than a click: a signed form or a call. */
export const StrongerConsent = ({ learnerId, data }: Props) => {
  const { form } = data
  return (
    <div className="mt-2 space-y-5">
      <p className="text-muted">
        Before others can see anything of your child’s, we need to be sure that it is you who
        agrees. Print a page, sign it and send us a photo of it, or speak with us.
      </p>
      {form?.state === 'sent' ? (
        <Alert tone="info" role="status" title="Your form is being checked">
          We will email you as soon as someone has checked it. The photo is deleted thirty days
          later.
        </Alert>
      ) : null}
      {form?.state === 'refused' ? (
        <Alert tone="warning" title="Your last form could not be confirmed">
          {form.reason}
        </Alert>
      ) : null}
      {form?.state === 'open' ? <OpenForm learnerId={learnerId} form={form} /> : null}
      {form?.state === 'sent' ? null : (
        <MakeForm key={form?.id} learnerId={learnerId} isAgain={form?.state === 'open'} />
      )}
    </div>
  )
}

type OpenFormProps = { learnerId: string; form: NonNullable<Consents['form']> }

const OpenForm = ({ learnerId, form }: OpenFormProps) => (
  <div className="space-y-4 rounded-control bg-sunk p-4">
    <p>
      Your form covers:{' '}
      {form.scopes.map((scope) => SCOPE_WORDS[scope].title.toLowerCase()).join(', ')}. Its code is{' '}
      <strong className="whitespace-nowrap tabular-nums">{form.code}</strong>.
    </p>
    <ol className="list-decimal space-y-3 pl-5">
      <li>
        <ButtonLink
          variant="secondary"
          to={paths.consentForm(learnerId)}
          icon={<Printer aria-hidden size={18} />}
        >
          Open the page to print
        </ButtonLink>
      </li>
      <li>Sign it with pen on paper.</li>
      <li>
        <SendForm learnerId={learnerId} formId={form.id} />
      </li>
    </ol>
    <p className="text-sm text-muted">
      Or have a call instead: ask your child’s advisor or the support team for one, and read out the
      code above. Do not share it with anyone else.
    </p>
  </div>
)

const MakeForm = ({ learnerId, isAgain }: { learnerId: string; isAgain: boolean }) => {
  const make = useApiMutation(consent.makeConsentForm)
  const { form, errorOf, frame } = useAppForm({
    schema: ScopeChoice,
    idPrefix: 'form-',
    defaultValues: { scopes: [...DISCLOSING] },
    labels: { scopes: 'What do you want to allow?' },
    save: (body) => make.mutateAsync({ params: { id: learnerId }, body }),
  })
  const fields = (
    <ChangeForm
      {...frame}
      className="mt-3 space-y-4"
      action="Create a form"
      variant={isAgain ? 'secondary' : 'primary'}
    >
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">What do you want to allow?</legend>
        {DISCLOSING.map((scope, index) => (
          <Checkbox
            key={scope}
            {...form.register('scopes')}
            id={index === 0 ? 'form-scopes' : `form-scope-${scope}`}
            value={scope}
            label={SCOPE_WORDS[scope].title}
            error={index === 0 ? errorOf('scopes') : undefined}
          />
        ))}
      </fieldset>
    </ChangeForm>
  )
  if (!isAgain) return fields
  return (
    <details>
      <summary className="min-h-6 font-semibold">Create a different form</summary>
      {fields}
    </details>
  )
}
