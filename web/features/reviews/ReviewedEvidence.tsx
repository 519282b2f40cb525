import type { StoredBlock } from '#contract/evidence'
import type { Annotation } from '#contract/reviews'
import { lazyPart } from '#ui'
import { EvidenceBlocks, fileUrl } from '#views/evidence'

import { MediaEvidence } from './MediaEvidence.tsx'
import { PictureEvidence } from './PictureEvidence.tsx'
import { type OnPin, type Pin, wordsIdOf } from './pins.ts'
import { TextEvidence } from './TextEvidence.tsx'

const PdfEvidence = lazyPart(() => import('./PdfEvidence.tsx'), 'PdfEvidence', 'h-96')

type Props = {
  /** Id of the attempt. */
  id: string
  blocks: readonly StoredBlock[]
  annotations: readonly Annotation[]
  /** Called with the position of a new comment. */
  onPin?: (place: Omit<Annotation, 'comment'>) => void
}

/** Submitted evidence with pinned comments. */
export const ReviewedEvidence = ({ id, blocks, annotations, onPin }: Props) => {
  const pins = annotations.map((annotation, index) => ({
    ...annotation,
    number: index + 1,
    wordsId: wordsIdOf(id, index + 1),
  }))
  return (
    <div className="space-y-6">
      {blocks.map((block, index) => (
        // Evidence never changes: its order is its identity.
        // oxlint-disable-next-line react/no-array-index-key
        <figure key={index}>
          {block.practice ? (
            <p className="mb-1.5 text-sm font-semibold text-muted">Counted by Lodestar</p>
          ) : null}
          <Block
            id={`${id}-${index}`}
            block={block}
            pins={pins.filter((pin) => pin.block === index)}
            onPin={onPin && ((selector) => onPin({ block: index, selector }))}
          />
          {block.caption ? (
            <figcaption className="mt-1.5 text-sm text-muted">{block.caption}</figcaption>
          ) : null}
        </figure>
      ))}
    </div>
  )
}

type BlockProps = {
  id: string
  block: StoredBlock
  pins: readonly Pin[]
  onPin?: OnPin | undefined
}

const Block = ({ id, block, pins, onPin }: BlockProps) => {
  if (block.type === 'text') {
    return <TextEvidence id={id} text={block.text ?? ''} pins={pins} onPin={onPin} />
  }
  const type = block.content_type ?? ''
  const file = { src: fileUrl(block.file_id ?? ''), pins, onPin }
  const name = block.name ?? 'File'
  if (block.type === 'image' || type.startsWith('image/')) {
    return <PictureEvidence {...file} alt={block.alt || block.caption || name} />
  }
  if (type.startsWith('video/')) return <MediaEvidence {...file} kind="video" name={name} />
  if (type.startsWith('audio/')) return <MediaEvidence {...file} kind="audio" name={name} />
  if (type === 'application/pdf') {
    return <PdfEvidence {...file} name={name} />
  }
  const { caption: _, ...alone } = block
  return <EvidenceBlocks blocks={[alone]} />
}
