import School from 'lucide-react/icons/school'
import { useLocation } from 'react-router'

import { ActionButton } from '#ui'
import { useSettings } from '#views/site'
import { messageOf } from '#web/api'
import { returnPath, saveReturnPath } from '#web/session'

import { schoolSignIn } from './queries.ts'

/** Opens the school's sign-in, if configured. */
export const SchoolButton = () => {
  const { school_sign_in: name } = useSettings()
  const { state } = useLocation()
  if (name === null) return null
  return (
    <ActionButton
      variant="secondary"
      size="large"
      run={async () => {
        saveReturnPath(returnPath(state))
        window.location.assign((await schoolSignIn.beginSchoolSignIn()).url)
        // Stays busy until the browser leaves the page.
        await new Promise(() => {})
      }}
      explain={(error) =>
        messageOf(error, 'The school’s sign-in cannot be reached. Please try again.')
      }
      icon={<School aria-hidden size={20} />}
      className="w-full"
    >
      Sign in with {name}
    </ActionButton>
  )
}
