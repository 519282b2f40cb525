declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number }
  type HeifImage = {
    is_primary: () => boolean
    get_width: () => number
    get_height: () => number
    /** Decodes into `into`, four bytes per pixel; null on failure. */
    display: (into: Pixels, done: (shown: Pixels | null) => void) => void
  }
  const libheif: { HeifDecoder: new () => { decode: (file: Uint8Array) => HeifImage[] } }
  export default libheif
}
