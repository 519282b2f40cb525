import { EmptyState } from '#ui'
import { useAuth } from '#views/auth'

import { Tutor } from './Tutor.tsx'

/** The tutor tab, for learners only. */
const TutorPage = () =>
  useAuth().user?.role === 'student' ? (
    <Tutor />
  ) : (
    <EmptyState title="The tutor is for learners">
      Your conversations with learners and their families are under Messages.
    </EmptyState>
  )

export default TutorPage
