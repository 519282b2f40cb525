import type { Quest } from '#contract/quests'
import { DrawnCover } from '#ui'
import { SessionImage } from '#views/evidence'

type Props = {
  quest: Pick<Quest, 'id' | 'pillars' | 'cover_motif' | 'cover_url'>
  className: string
}

/** Uploaded or drawn cover of a quest. Decorative in both cases. */
export const QuestCover = ({ quest, className }: Props) => {
  const { id, pillars, cover_motif, cover_url } = quest
  const drawn = <DrawnCover seed={id} pillars={pillars} motif={cover_motif} className={className} />
  if (cover_url === null) return drawn
  return (
    <SessionImage
      key={cover_url}
      src={cover_url}
      alt=""
      look={`object-cover ${className}`}
      instead={drawn}
    />
  )
}
