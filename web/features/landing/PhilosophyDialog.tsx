import { Dialog } from '#ui'

type Props = { open: boolean; onClose: () => void }

export const PhilosophyDialog = ({ open, onClose }: Props) => (
  <Dialog open={open} title="Our philosophy" onClose={onClose}>
    <div className="prose">
      <p>
        <strong>The process is the goal.</strong> People remember what they made, not what they were
        marked on. So here the work itself comes first: what was tried, what came of it, and what
        its maker thinks about it now.
      </p>
      <p>
        <strong>Effort counts when it happens.</strong> Experience is earned when work is handed in.
        Nobody has to wait for a verdict to see that a day was worth something, and nothing earned
        is lost because a week was quiet.
      </p>
      <p>
        <strong>Nobody is ranked.</strong> There are no leaderboards and no streaks to fear.
        Progress is compared with where you were before, not with anyone else.
      </p>
      <p>
        <strong>Proof stays with its maker.</strong> Evidence is private until its maker chooses to
        share it. Anyone can check what is shared: the work, the feedback, and who vouches for it.
      </p>
      <p>
        <strong>Adults stand beside, not above.</strong> Teachers ask, families follow, and learners
        decide what to do next.
      </p>
    </div>
  </Dialog>
)
