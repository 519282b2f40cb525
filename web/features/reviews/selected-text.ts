/** Context characters on each side, to distinguish passages with the same text. */
const CONTEXT_LENGTH = 32
const MAX_LENGTH = 1000

/** Selected passage inside an element, with its context. */
export const selectedWithin = (
  element: HTMLElement | null,
): { exact: string; prefix: string; suffix: string } | undefined => {
  const selection = window.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  if (!element || !range || range.collapsed || !element.contains(range.commonAncestorContainer)) {
    return undefined
  }
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const after = document.createRange()
  after.setStart(range.endContainer, range.endOffset)
  after.setEnd(element, element.childNodes.length)
  const exact = range.toString().trim().slice(0, MAX_LENGTH)
  if (exact === '') return undefined
  return {
    exact,
    prefix: before.toString().slice(-CONTEXT_LENGTH),
    suffix: after.toString().slice(0, CONTEXT_LENGTH),
  }
}
