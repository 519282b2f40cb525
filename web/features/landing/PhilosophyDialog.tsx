import { Dialog } from '#ui'

type Props = { open: boolean; onClose: () => void }

export const PhilosophyDialog = ({ open, onClose }: Props) => (
  <Dialog open={open} title="Our philosophy" onClose={onClose}>
    <div className="prose">
      <p>
        <strong>The process is the goal.</strong> People remember what they made, not what they were
        marked on. So the work itself comes first here: what was tried, what came of it, and what
        its maker thinks about it now.
      </p>
      <p>
        <strong>Effort counts when it happens.</strong> Experience is earned when work is handed in.
        Nobody waits for a verdict to see that a day was worth something, and nothing once earned is
        lost because a week was quiet.
      </p>
      <p>
        <strong>Nobody is ranked.</strong> There are no leaderboards and no streaks to fear.
        Somebody&rsquo;s progress is compared with where they were, not with anyone else.
      </p>
      <p>
        <strong>Proof stays with its maker.</strong> Evidence is private until it is shared on
        purpose. What is shared can be checked by anyone: the work, the feedback, and who vouches
        for it.
      </p>
      <p>
        <strong>Adults stand beside, not above.</strong> Teachers ask, families follow, and learners
        decide what to take up next.
      </p>
    </div>
  </Dialog>
)
