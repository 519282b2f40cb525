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
          We will then email you a code. Entering it completes your consent. If you do nothing, the
          account will be deleted.
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
                    ? ' This lets others see something of your child’s, so we also need your signature on a form, or a call. It stays off until then.'
                    : ''}
                </span>
              </>
            }
            error={
              scope === 'use' && errorOf('scopes')
                ? 'The account cannot be opened without this'
                : undefined
            }
          />
        ))}
      </fieldset>
      <TextField {...field('guardian_name')} autoComplete="name" maxLength={200} />
    </ChangeForm>
  )
}
