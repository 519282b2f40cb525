export const speech = () => (typeof window === 'undefined' ? undefined : window.speechSynthesis)

/** A voice of this device for the page's language. Other voices would send the text to somebody else's server. */
export const findVoice = () =>
  speech()
    ?.getVoices()
    .find(
      ({ lang, localService }) =>
        localService &&
        lang.slice(0, 2).toLowerCase() === document.documentElement.lang.slice(0, 2),
    )

/** Browsers load their voices after the page. */
export const followVoices = (tell: () => void) => {
  const voices = speech()
  voices?.addEventListener('voiceschanged', tell)
  return () => voices?.removeEventListener('voiceschanged', tell)
}
