import { useState } from 'react'
import { Link } from 'react-router'

import type { Child, ChildWeek } from '#contract/parents'
import { paths } from '#contract/paths'
import { Avatar, Chip } from '#ui'
import { fileUrl, SessionImage } from '#views/evidence'
import { withAvatarUrl } from '#web/api'
import { ago } from '#web/format'

/** A child with the week in a sentence and a picture. */
export const ChildCard = ({ child }: { child: Child }) => {
  const isWaiting = child.status === 'pending_consent'
  return (
    <li className="space-y-4 rounded-card border border-line bg-surface p-5 shadow-low">
      <div className="flex items-center gap-4">
        <Avatar user={withAvatarUrl(child)} className="size-12 text-lg" />
        <div className="min-w-0">
          <h2 className="text-lg">
            <Link
              to={isWaiting ? paths.childConsents(child.id) : paths.child(child.id)}
              className="link"
            >
              {child.first_name} {child.last_name}
            </Link>
          </h2>
          {isWaiting ? <Chip tone="warning">Closed</Chip> : null}
          {/* Without the scope to see the work, its figures are missing. */}
          {isWaiting || child.xp_total === null ? null : <LastActive at={child.last_active_at} />}
        </div>
      </div>
      {isWaiting ? (
        <p className="text-muted">A guardian has withdrawn the consent for this account.</p>
      ) : null}
      {child.week ? <Week week={child.week} /> : null}
      {!child.week && !isWaiting && child.xp_total !== null ? (
        <p className="text-muted">
          Nothing handed in this week or last. You could ask what {child.first_name} would like to
          try next.
        </p>
      ) : null}
    </li>
  )
}

const LastActive = ({ at }: { at: string | null }) => {
  const [now] = useState(() => Date.now())
  return (
    <p className="text-sm text-muted">
      {at ? `Last hand-in ${ago(at, now)}` : 'Nothing handed in yet'}
    </p>
  )
}

const Week = ({ week: { is_current, tasks, sentence, picture } }: { week: ChildWeek }) => (
  <>
    <p className="font-semibold">
      {is_current ? 'This week' : 'Last week'}: {tasks === 1 ? 'one piece' : `${tasks} pieces`} of
      work
    </p>
    {picture ? (
      <SessionImage
        src={fileUrl(picture.file_id)}
        alt={picture.alt}
        look="aspect-video w-full object-contain"
      />
    ) : null}
    {sentence ? (
      <figure>
        <blockquote className="border-l-4 border-brand pl-4 text-lg">“{sentence.words}”</blockquote>
        <figcaption className="mt-1.5 pl-5 text-sm text-muted">
          {sentence.task_title}, {sentence.quest_title}
        </figcaption>
      </figure>
    ) : null}
  </>
)
