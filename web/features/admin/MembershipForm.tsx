import { useState } from 'react'

import type { AdministeredPerson } from '#contract/people'
import { isStaff, ROLE_NAMES } from '#rules/membership'
import { TIER_NAMES } from '#rules/tiers'
import { Alert, Button, Dialog, Select, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { ROLE_OPTIONS, SOURCE_NAMES, TIER_OPTIONS } from './labels.ts'
import { people } from './queries.ts'

const NOT_BY_ADMIN = 'none'

/** A person's role, tier and, for staff, teaching license. */
export const MembershipForm = ({ person }: { person: AdministeredPerson }) => {
  const given = person.tiers.find(({ source }) => source === 'admin')?.tier ?? NOT_BY_ADMIN
  const [role, setRole] = useState(person.role)
  const [tier, setTier] = useState<string>(given)
  const [licence, setLicence] = useState(person.licence_expires_on ?? '')
  const [asks, setAsks] = useState(false)
  const change = useApiMutation(people.changePerson, {
    replaces: ({ params }) => people.showPerson.query({ params }).queryKey,
  })
  const body = {
    ...(role === person.role ? {} : { role }),
    ...(tier === given
      ? {}
      : {
          subscription_tier:
            tier === NOT_BY_ADMIN ? null : (tier as typeof person.subscription_tier),
        }),
    ...(licence === (person.licence_expires_on ?? '')
      ? {}
      : { licence_expires_on: licence || null }),
  }
  const isChanged = Object.keys(body).length > 0
  // Granting or revoking the admin role requires confirmation.
  const isGrave = body.role !== undefined && [role, person.role].includes('admin')
  const save = () => {
    setAsks(false)
    change.mutate(
      { params: { id: person.id }, body },
      { onSuccess: () => toast.success('The change has been saved') },
    )
  }
  const others = person.tiers.filter(({ source }) => source !== 'admin')
  return (
    <>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isGrave) setAsks(true)
          else save()
        }}
      >
        {change.error ? (
          <Alert tone="danger" role="alert">
            {messageOf(change.error)}
          </Alert>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            id="person-role"
            label="Role"
            options={ROLE_OPTIONS}
            value={role}
            onChange={(event) => setRole(event.target.value as typeof role)}
          />
          <Select
            id="person-tier"
            label="Tier set by an admin"
            hint={
              others.length > 0
                ? others
                    .map(({ source, tier }) => `${TIER_NAMES[tier]} by ${SOURCE_NAMES[source]}`)
                    .join('; ')
                : undefined
            }
            options={[{ value: NOT_BY_ADMIN, label: 'None' }, ...TIER_OPTIONS]}
            value={tier}
            onChange={(event) => setTier(event.target.value)}
          />
          {isStaff(role) ? (
            <TextField
              id="person-licence"
              label="Teaching licence valid until"
              optional
              type="date"
              hint="After that day they cannot review work until you record a new licence. Leave this empty if the licence does not expire."
              value={licence}
              onChange={(event) => setLicence(event.target.value)}
            />
          ) : null}
        </div>
        <Button type="submit" disabled={!isChanged} busy={change.isPending}>
          Save
        </Button>
      </form>
      <Dialog
        open={asks}
        title={`From ${ROLE_NAMES[person.role]} to ${ROLE_NAMES[role]}?`}
        onClose={() => setAsks(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsks(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={save}>
              Change the role
            </Button>
          </>
        }
      >
        {role === 'admin' ? (
          <p>
            <bdi>{person.first_name}</bdi> will be able to see and change everything in this area,
            including other people’s roles.
          </p>
        ) : (
          <p>
            <bdi>{person.first_name}</bdi> will lose access to this area immediately, and
            invitations they have sent will stop working.
          </p>
        )}
      </Dialog>
    </>
  )
}
