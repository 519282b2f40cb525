// oxlint-disable react/no-array-index-key -- parts of a text have no identity of their own and never change places
import { Fragment } from 'react'

import { linkedParts } from '#rules/text/linked-text'

/** User-written text with links whose text shows their real target. */
export const LinkedText = ({ text }: { text: string }) =>
  linkedParts(text).map(({ text, href }, index) =>
    href === undefined ? (
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="link"
      >
        {text}
      </a>
    ),
  )
