import { Lexer, Tokenizer, type Token } from 'marked'

/** Quotes, lists and emphasis inside one another: as deep as people write, and far less than a stack holds. */
export const MAX_DEPTH = 16
/** How many characters may be searched for ends of emphasis, links and addresses: some 50 ms of them, on a phone. */
const MAX_SEARCHED = 300_000

const RUN = 500

/**
 * Reads as the library does, up to a depth and an amount of work. Beyond either, marks are the text they are written with: a
 * text of nothing but marks can neither exhaust the stack nor take quadratic time.
 */
class BoundedTokenizer extends Tokenizer {
  depth = 0
  searched = 0

  private deeper<T>(read: () => T): T | undefined {
    if (this.depth >= MAX_DEPTH) return undefined
    this.depth += 1
    try {
      return read()
    } finally {
      this.depth -= 1
    }
  }

  private search<T>(characters: number, read: () => T): T | undefined {
    this.searched += characters
    return this.searched > MAX_SEARCHED ? undefined : this.deeper(read)
  }

  /** In runs that end with a word: the library looks for an address at every place of what it is given. */
  override inlineText(src: string) {
    if (src.length <= RUN) return super.inlineText(src)
    return super.inlineText(/^[^]*\s/.exec(src.slice(0, RUN))?.[0] ?? src.slice(0, RUN))
  }
  override blockquote(src: string) {
    return /^ {0,3}>/.test(src) ? this.search(src.length, () => super.blockquote(src)) : undefined
  }
  override list(src: string) {
    return this.deeper(() => super.list(src))
  }
  /** A heading with a line under it is one line: the library would look for that line to the end of every paragraph. */
  override lheading(src: string) {
    return /^[^\n]+\n {0,3}(=+|-+) *(\n|$)/.test(src) ? super.lheading(src) : undefined
  }
  override emStrong(src: string, maskedSrc: string, before?: string) {
    return /^[*_]/.test(src)
      ? this.search(src.length, () => super.emStrong(src, maskedSrc, before))
      : undefined
  }
  override del(src: string, maskedSrc: string, before?: string) {
    return src.startsWith('~')
      ? this.search(src.length, () => super.del(src, maskedSrc, before))
      : undefined
  }
  override link(src: string) {
    return /^!?\[/.test(src) ? this.search(src.length, () => super.link(src)) : undefined
  }
  override reflink(src: string, links: Parameters<Tokenizer['reflink']>[1]) {
    return /^!?\[/.test(src) ? this.search(src.length, () => super.reflink(src, links)) : undefined
  }
}

export const tokensOf = (text: string): Token[] =>
  new Lexer({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() }).lex(text)
