import Eye from 'lucide-react/icons/eye'
import { useEffect, useEffectEvent, useState } from 'react'

import type { User } from '#contract/auth'
import { paths } from '#contract/paths'
import { Button } from '#ui'
import { client, messageOf } from '#web/api'
import { resetApp, session } from '#web/session'

const people = client('people')

const LOOK_AGAIN_MS = 5000

/** Returns to the admin's session and page; if that fails, nobody is signed in. */
const stop = async (personId: string): Promise<void> => {
  const { user, app_access_token, app_refresh_token } = await people.stopActing()
  session.start({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
  resetApp(paths.adminPerson(personId))
}

type Props = { person: User; acting: NonNullable<User['acting']> }

/** Banner on every page while an admin is signed in as someone else. */
export const ActingBar = ({ person, acting: { admin, ends_at } }: Props) => {
  const [left, setLeft] = useState(() => Date.parse(ends_at) - Date.now())
  const [failure, setFailure] = useState<string>()
  const [isEnding, setIsEnding] = useState(false)
  const end = () => {
    setIsEnding(true)
    stop(person.id).catch((error: unknown) => {
      setIsEnding(false)
      setFailure(messageOf(error))
    })
  }
  const endInTime = useEffectEvent(() => {
    const now = Date.parse(ends_at) - Date.now()
    setLeft(now)
    // Slightly before the server's deadline, while the admin's session can still be restored.
    if (now < 2 * LOOK_AGAIN_MS && !isEnding) end()
  })
  useEffect(() => {
    const timer = setInterval(endInTime, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(1, Math.ceil(left / 60_000))
  return (
    <aside
      aria-label="Signed in as someone else"
      className="acting no-print sticky top-(--top-bar) z-30 border-b border-warning bg-warning-soft text-warning"
    >
      <div className="mx-auto flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 md:px-5">
        <Eye aria-hidden size={20} className="shrink-0" />
        <p className="min-w-0 grow basis-52">
          <bdi>{admin}</bdi>, you see this as{' '}
          <strong>
            {person.first_name} {person.last_name}
          </strong>
          , read-only. This ends in {minutes} {minutes === 1 ? 'minute' : 'minutes'}.
          {failure ? <span role="alert"> {failure}</span> : null}
        </p>
        <Button variant="secondary" size="small" busy={isEnding} onClick={end}>
          Return to your own account
        </Button>
      </div>
    </aside>
  )
}
