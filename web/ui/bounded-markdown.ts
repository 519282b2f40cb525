import { Lexer, Tokenizer, type Token } from 'marked'

/** Maximum nesting of quotes, lists and emphasis: enough for real texts, and far below a stack overflow. */
export const MAX_DEPTH = 16
/** Maximum characters searched for the ends of emphasis, links and addresses: about 50 ms on a phone. */
const MAX_SEARCHED = 300_000

const RUN = 500

/**
 * Limits the library's depth and work. Beyond either limit, marks are plain text: a text made of marks can neither overflow the
 * stack nor take quadratic time.
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

  /** Splits long text at word ends: the library searches for an address at every position of its input. */
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
  /**
   * Setext headings must be a single line: the library would otherwise search for the underline to the end of every paragraph.
   */
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

export const tokenize = (text: string): Token[] =>
  new Lexer({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() }).lex(text)
