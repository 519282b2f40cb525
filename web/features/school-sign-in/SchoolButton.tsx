import School from 'lucide-react/icons/school'
import { useState } from 'react'
import { useLocation } from 'react-router'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { useSettings } from '#views/site'
import { messageOf } from '#web/api'
import { returnPath, saveReturnPath } from '#web/session'

import { schoolSignIn } from './queries.ts'

/** Leads to the school's own sign-in, where the site has one. */
export const SchoolButton = () => {
  const { school_sign_in: name } = useSettings()
  const { state } = useLocation()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (name === null) return null
  const leave = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      saveReturnPath(returnPath(state))
      window.location.assign((await schoolSignIn.beginSchoolSignIn()).url)
    } catch (error) {
      setFailure(messageOf(error, 'The school’s sign-in cannot be reached. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <>
      {failure ? (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      ) : null}
      <Button
        variant="secondary"
        size="large"
        busy={busy}
        onClick={() => void leave()}
        icon={<School aria-hidden size={20} />}
        className="w-full"
      >
        Sign in with {name}
      </Button>
    </>
  )
}
