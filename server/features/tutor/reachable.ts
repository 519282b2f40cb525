import type { Config } from '#platform/config'

const PATIENCE_MS = 3000
const SERVER_ERROR = 500

/** True if the model's server answers, or if none is configured: the built-in coach needs no server. */
export const isTutorReachable = async ({
  TUTOR_API_KEY,
  TUTOR_BASE_URL: base,
  TUTOR_MODEL,
}: Config): Promise<boolean> => {
  if (!base || !TUTOR_MODEL) return true
  try {
    const { status } = await fetch(`${base.replace(/\/+$/, '')}/models`, {
      headers: TUTOR_API_KEY ? { authorization: `Bearer ${TUTOR_API_KEY}` } : {},
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    // Some servers have no such list: any answer of theirs counts.
    return status < SERVER_ERROR
  } catch {
    return false
  }
}
