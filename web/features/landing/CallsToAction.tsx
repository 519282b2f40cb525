import CirclePlay from 'lucide-react/icons/circle-play'
import Video from 'lucide-react/icons/video'

import { paths } from '#contract/paths'
import { ButtonLink } from '#ui'
import { shownIf } from '#views/site'

/** Links to the two free entry points. */
export const CallsToAction = () => (
  <div className="grid gap-3 sm:flex sm:flex-wrap">
    <ButtonLink
      to={paths.consultation}
      className="min-h-13"
      {...shownIf('consultations')}
      icon={<Video aria-hidden size={22} className="shrink-0" />}
    >
      Book a free 30-minute consultation
    </ButtonLink>
    <ButtonLink to={paths.register} className="min-h-13" {...shownIf('not-consultations')}>
      Create account
    </ButtonLink>
    <ButtonLink
      to={paths.demo}
      className="min-h-13"
      variant="secondary"
      icon={<CirclePlay aria-hidden size={22} className="shrink-0" />}
    >
      Try the 2-minute demo
    </ButtonLink>
  </div>
)
