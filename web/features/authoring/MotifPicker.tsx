import { type Motif as Name, MOTIFS } from '#rules/art/motifs'
import { Motif } from '#ui'

import { FIELD_LABELS } from './labels.ts'

const labelOf = (name: Name) => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Props = { chosen: Name | null; onChoose: (motif: Name | null) => void }

/** Motifs as pictures with their names, including "none". */
export const MotifPicker = ({ chosen, onChoose }: Props) => (
  <fieldset>
    <legend className="mb-1.5 font-semibold">{FIELD_LABELS.cover_motif}</legend>
    <div className="relative grid max-h-80 grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 overflow-y-auto rounded-control border border-line p-2">
      {[null, ...MOTIFS].map((name) => (
        <label
          key={name}
          className="flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-control bg-surface p-1.5 text-center text-sm hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand)] has-focus-visible:outline-3 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="cover_motif"
            value={name ?? ''}
            checked={chosen === name}
            className="visually-hidden"
            onChange={() => onChoose(name)}
          />
          {name ? <Motif name={name} className="size-12 text-brand" /> : null}
          {name ? labelOf(name) : 'Landscape only'}
        </label>
      ))}
    </div>
  </fieldset>
)
