import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'

import type { StoredBlock } from '#contract/evidence'
import { Markdown } from '#ui'

import { fileUrl, size } from './files.ts'
import { SessionImage } from './SessionImage.tsx'

type EvidenceBlocksProps = {
  blocks: readonly StoredBlock[]
  /** Grants access to the files through a link instead of a session. */
  fileKey?: string | undefined
  /** False if the contributor is already shown. */
  isLabelled?: boolean
}

const ADDED_BY = {
  parent: 'Added by parent',
  advisor: 'Added by advisor',
} satisfies Record<NonNullable<StoredBlock['submitter']>, string>

/** Submitted evidence, unchanged. */
export const EvidenceBlocks = ({ blocks, fileKey, isLabelled = true }: EvidenceBlocksProps) => (
  <div className="space-y-4">
    {blocks.map((block, index) => (
      // Evidence never changes: its order is its identity.
      // oxlint-disable-next-line react/no-array-index-key
      <Captioned key={index} caption={block.caption}>
        {isLabelled && block.submitter ? (
          <p className="mb-1.5 text-sm font-semibold text-muted">{ADDED_BY[block.submitter]}</p>
        ) : null}
        {block.practice ? (
          <p className="mb-1.5 text-sm font-semibold text-muted">Counted by Lodestar</p>
        ) : null}
        <Block block={block} fileKey={fileKey} />
      </Captioned>
    ))}
  </div>
)

const Captioned = ({ caption, children }: { caption: string | undefined; children: ReactNode }) =>
  caption ? (
    <figure>
      {children}
      <figcaption className="mt-1.5 text-sm text-muted">{caption}</figcaption>
    </figure>
  ) : (
    <div>{children}</div>
  )

type BlockProps = { block: StoredBlock; fileKey: string | undefined }

const Block = ({ block, fileKey }: BlockProps) => {
  if (block.type === 'text') return <Markdown text={block.text ?? ''} />
  if (block.type === 'link' || block.type === 'video') {
    return <WebLink url={block.url ?? ''} isVideo={block.type === 'video'} />
  }
  return <FileBlock block={block} fileKey={fileKey} />
}

const WebLink = ({ url, isVideo }: { url: string; isVideo: boolean }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="link inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface px-4 py-2"
  >
    {isVideo ? (
      <Play aria-hidden size={18} className="shrink-0" />
    ) : (
      <ExternalLink aria-hidden size={18} className="shrink-0" />
    )}
    {url.replace(/^https?:\/\//, '')}
    <span className="visually-hidden">(opens in a new tab)</span>
  </a>
)

const FileBlock = ({ block, fileKey }: BlockProps) => {
  const url = fileUrl(block.file_id ?? '', fileKey)
  const type = block.content_type ?? ''
  if (block.type === 'image' || type.startsWith('image/')) {
    return <SessionImage src={url} alt={block.alt || block.caption || block.name || 'Picture'} />
  }
  if (type.startsWith('audio/')) {
    // Recordings by users have no transcript.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    return <audio controls preload="metadata" src={url} className="w-full" />
  }
  if (type.startsWith('video/')) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video controls preload="metadata" src={url} className="max-h-[28rem] w-full rounded-card" />
    )
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      className="link inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface px-4 py-2"
    >
      <Download aria-hidden size={18} className="shrink-0" />
      {block.name ?? 'File'}
      {block.size === undefined ? null : (
        <span className="text-sm text-muted">{size(block.size)}</span>
      )}
    </a>
  )
}
