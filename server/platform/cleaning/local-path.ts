// Paths on the author's computer or network, which often contain a name.

/**
 * Start of such a path, for a regular expression without distinction of case. LibreOffice writes it relative to where the
 * document is: ../../home/ada/plan.odt.
 */
export const LOCAL_PATH = String.raw`(?:(?:\.\.[\\/])*(?:file:|[a-z]:[\\/]|\\\\)|(?:/|(?:\.\.[\\/])+)(?:home|users)[\\/])`

/** Such a path anywhere in a text, such as a connection to a database. */
export const INNER_PATH = String.raw`(?<![a-z])(?:file:/|[a-z]:\\)`

export const REMOVED = 'file:///removed'

// In a PDF, C:\plan.pdf is /C/plan.pdf.
const START = new RegExp(`^(?:${LOCAL_PATH}|/[a-z]/)`, 'i')

export const isLocalPath = (text: string): boolean => START.test(text)
