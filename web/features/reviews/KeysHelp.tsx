import { Checkbox, Dialog } from '#ui'

const KEYS = [
  ['n or j', 'next piece'],
  ['p or k', 'previous piece'],
  ['a', 'accept'],
  ['r', 'return with your comment'],
  ['c', 'write the comment'],
  ['Escape', 'leave the comment'],
  ['u', 'undo the last decision'],
  ['?', 'this help'],
] as const

type Props = {
  open: boolean
  onClose: () => void
  keys: { isOn: boolean; set: (on: boolean) => void }
}

export const KeysHelp = ({ open, onClose, keys }: Props) => (
  <Dialog open={open} onClose={onClose} title="Keyboard shortcuts for reviewing">
    <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {KEYS.map(([key, what]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="rounded-control border border-line bg-sunk px-2 py-0.5">{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <Checkbox
      id="review-keys"
      label="Use single-key shortcuts on review pages"
      checked={keys.isOn}
      onChange={(event) => keys.set(event.target.checked)}
    />
  </Dialog>
)
