/** True if the URL, as in an email, asks for an answer box: the page's only one, or that of the task or work with this id. */
export const isAnswerLink = (id?: string): boolean =>
  window.location.hash === (id === undefined ? '#answer' : `#answer-${id}`)
