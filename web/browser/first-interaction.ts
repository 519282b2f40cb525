const SIGNS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'wheel', 'scroll']

/** Resolves at the first interaction. A page whose HTML is complete needs no script before that. */
export const firstInteraction: Promise<void> =
  typeof document === 'undefined'
    ? Promise.resolve()
    : new Promise((resolve) => {
        const hear = () => resolve()
        for (const sign of SIGNS) {
          document.addEventListener(sign, hear, { once: true, passive: true, capture: true })
        }
      })
