import type { StoredBlock } from '#contract/evidence'

import { changesBetween } from './changes-between.ts'

const textOf = (blocks: readonly StoredBlock[]) =>
  blocks
    .flatMap(({ text, caption }) => [text ?? '', caption ?? ''])
    .join('\n')
    .trim()

const filesOf = (blocks: readonly StoredBlock[]) =>
  new Map(
    blocks.flatMap(({ file_id, name, url }) => {
      const key = file_id ?? url
      return key ? [[key, name ?? url ?? 'File'] as const] : []
    }),
  )

type Props = { before: readonly StoredBlock[]; after: readonly StoredBlock[] }

/** Differences to the previous attempt: removed and added words and files. */
export const Changes = ({ before, after }: Props) => {
  const parts = changesBetween(textOf(before), textOf(after))
  const [old, fresh] = [filesOf(before), filesOf(after)]
  const gone = [...old].filter(([key]) => !fresh.has(key)).map(([, name]) => name)
  const added = [...fresh].filter(([key]) => !old.has(key)).map(([, name]) => name)
  return (
    <div className="space-y-3">
      {gone.length > 0 ? <p>Removed: {gone.join(', ')}</p> : null}
      {added.length > 0 ? <p>Added: {added.join(', ')}</p> : null}
      <p className="max-h-96 overflow-auto rounded-control border border-line bg-bg px-4 py-3 whitespace-pre-wrap">
        {parts.map((part, index) => {
          // Parts have no identity but their order.
          const key = index
          if (part.added) {
            return (
              <ins key={key} className="bg-success-soft text-success">
                {part.value}
              </ins>
            )
          }
          if (part.removed) {
            return (
              <del key={key} className="bg-danger-soft text-danger">
                {part.value}
              </del>
            )
          }
          return <span key={key}>{part.value}</span>
        })}
      </p>
    </div>
  )
}
