import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert } from '#ui'
import { shownIf } from '#views/site'

/** Text for parents and for the academy tier. */
export const AccreditedOption = () => (
  <div {...shownIf('accredited_diploma')}>
    <Alert title="Accredited diploma">
      Through the academy this work can lead to an accredited high school diploma. Its agreement is
      signed in person; the{' '}
      <Link to={paths.academyHandbook} className="font-medium underline underline-offset-2">
        academy handbook
      </Link>{' '}
      explains how.
    </Alert>
  </div>
)
