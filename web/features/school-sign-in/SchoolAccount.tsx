import { useQuery } from '@tanstack/react-query'
import School from 'lucide-react/icons/school'
import { useState } from 'react'

import { Button, Dialog } from '#ui'
import { ProofForm } from '#views/second-factor'
import { useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { schoolSignIn } from './queries.ts'

/** Linked school account; renders nothing if the site has no school sign-in. */
export const SchoolAccount = () => {
  const { data } = useQuery(schoolSignIn.schoolAccount.query())
  const unlink = useApiMutation(schoolSignIn.unlinkSchool)
  const [open, setOpen] = useState(false)
  if (!data?.name) return null
  const close = () => setOpen(false)
  const isLinked = data.linked_at !== null
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
      <School aria-hidden size={22} className="shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="font-medium">Account of {data.name}</p>
        <p className="text-sm text-muted">
          {data.linked_at
            ? `Linked on ${dateOf(data.linked_at)}: you can sign in with it`
            : 'Not linked'}
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {isLinked ? 'Remove the link' : 'Link account'}
      </Button>
      <Dialog
        open={open}
        title={isLinked ? 'Remove the link?' : `Link your ${data.name} account`}
        onClose={close}
      >
        {open ? (
          <ProofForm
            hasCodes={false}
            danger={isLinked}
            action={isLinked ? 'Remove the link' : `Go to ${data.name}`}
            onCancel={close}
            save={async (body) => {
              if (isLinked) {
                await unlink.mutateAsync({ body })
                close()
              } else window.location.assign((await schoolSignIn.beginSchoolLink({ body })).url)
            }}
          >
            <p>
              {isLinked
                ? 'You will no longer be able to sign in with it. Use your password instead.'
                : 'Sign in there once. After that, you can sign in here with that account.'}
            </p>
          </ProofForm>
        ) : null}
      </Dialog>
    </div>
  )
}
