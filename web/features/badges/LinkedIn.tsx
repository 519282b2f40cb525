import ExternalLink from 'lucide-react/icons/external-link'

import { paths } from '#contract/paths'
import { fullYears } from '#rules/age'
import { useUser } from '#views/auth'
import { useSettings } from '#views/site'
import { utcDay } from '#web/format'

/** LinkedIn's minimum age. */
const MIN_AGE = 16

const isOldEnough = (birthday: string) => fullYears(birthday, utcDay()) >= MIN_AGE

type Props = { code: string; name: string; earnedAt: string }

/** Link to LinkedIn's prefilled form "Add licence or certification"; sends nothing until it is followed. */
export const LinkedIn = ({ code, name, earnedAt }: Props) => {
  const { date_of_birth } = useUser()
  const { site_name } = useSettings()
  if (date_of_birth === null || !isOldEnough(date_of_birth)) return null
  const address = new URL('https://www.linkedin.com/profile/add')
  address.search = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: site_name,
    issueYear: earnedAt.slice(0, 4),
    issueMonth: String(Number(earnedAt.slice(5, 7))),
    certUrl: new URL(paths.verified(code), window.location.origin).href,
    certId: code,
  }).toString()
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center gap-2"
    >
      <ExternalLink aria-hidden size={18} /> Add to a LinkedIn profile
    </a>
  )
}
