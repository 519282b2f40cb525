import { useState } from 'react'

import { LinkedText } from './LinkedText.tsx'

/** Characters that are shown of a long message: a page has many, and each of the longest would fill it. */
const SHOWN = 1_500

/** Beginning of a text, without an address that is cut: half of one leads elsewhere. */
const beginningOf = (text: string): string =>
  text.slice(0, SHOWN).replace(/https?:\/\/[^\s<>"]*$/iu, '')

/** Text of a message; of a long one the beginning, until the rest is asked for. */
export const MessageText = ({ text }: { text: string }) => {
  const [isWhole, setIsWhole] = useState(false)
  const isFolded = !isWhole && text.length > SHOWN
  return (
    <>
      <p dir="auto" className="whitespace-pre-line">
        <LinkedText text={isFolded ? beginningOf(text) : text} />
        {isFolded ? ' …' : null}
      </p>
      {isFolded ? (
        <button
          type="button"
          className="link min-h-11 text-left"
          onClick={() => {
            setIsWhole(true)
          }}
        >
          Show the whole message
        </button>
      ) : null}
    </>
  )
}
