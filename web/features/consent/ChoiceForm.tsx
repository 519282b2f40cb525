import type * as z from 'zod/mini'

import { ConsentChoice } from '#contract/consent'
import { CONSENT_SCOPES, isDisclosing } from '#rules/consent'
import { Checkbox, TextField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

import { SCOPE_WORDS } from './labels.ts'

type Choice = z.output<typeof ConsentChoice>

type Props = { child: string; send: (choice: Choice) => Promise<unknown> }

/** First step: the guardian chooses each scope. */
export const ChoiceForm = ({ child, send }: Props) => {
  const { form, field, errorOf, frame } = useAppForm({
    schema: ConsentChoice,
    defaultValues: { guardian_name: '', scopes: ['use'] },
    labels: { scopes: 'What do you allow?', guardian_name: 'Your name' },
    save: send,
  })
  return (
    <ChangeForm
      {...frame}
      action={<>I am {child}’s parent or guardian, and I agree</>}
      size="large"
      below={
        <p className="text-sm text-muted">
          We then send a code to your address: entering it completes your consent. If you do
          nothing, the account is deleted.
        </p>
      }
    >
      <fieldset className="space-y-4">
        <legend className="mb-3 font-semibold">What do you allow?</legend>
        {CONSENT_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            {...form.register('scopes')}
            // The error summary links to the required scope.
            id={scope === 'use' ? 'scopes' : `scope-${scope}`}
            value={scope}
            label={
              <>
                <span className="block font-medium">{SCOPE_WORDS[scope].title}</span>
                <span className="block text-muted">
                  {SCOPE_WORDS[scope].means(child)}
                  {isDisclosing(scope)
                    ? ' This shows something of your child to others, so we also ask for your signature on a form, or for a call: it stays closed until then.'
                    : ''}
                </span>
              </>
            }
            error={
              scope === 'use' && errorOf('scopes')
                ? 'Without this there is no account to open'
                : undefined
            }
          />
        ))}
      </fieldset>
      <TextField {...field('guardian_name')} autoComplete="name" maxLength={200} />
    </ChangeForm>
  )
}
