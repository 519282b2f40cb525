const SIGNS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'wheel', 'scroll']

/** Resolves at the first sign of a person on the page. What stands complete in its HTML needs no script before. */
export const firstInteraction: Promise<void> =
  typeof document === 'undefined'
    ? Promise.resolve()
    : new Promise((resolve) => {
        const hear = () => resolve()
        for (const sign of SIGNS) {
          document.addEventListener(sign, hear, { once: true, passive: true, capture: true })
        }
      })
