import type { Db } from '#platform/database'

export type CredentialKind = 'badge' | 'transcript' | 'diploma'

/** One achievement: becomes an Open Badges 3.0 AchievementCredential. */
export type AchievementContent = {
  /** As it stands on what strangers see: minors' names shortened on badges, whole on what goes with a paper. */
  holderName: string
  achievement: {
    /** Stable for this version of the achievement, a UUID. */
    id: string
    /** Open Badges 3.0 `achievementType`. */
    type: 'Badge' | 'Diploma' | 'CertificateOfCompletion'
    name: string
    description: string
    /** What had to be done, in Markdown. */
    criteria: string
    /** Left out where the seal stands for it. */
    picture?: {
      /** Square, self-contained. */
      svg: string
      /** Where it is published, the same for all who have the achievement. */
      path: string
    }
    tags: string[]
  }
}

/** A whole record: becomes a Comprehensive Learner Record 2.0 that embeds the holder's badges. */
export type RecordContent = {
  holderName: string
  title: string
  description: string
  /** What the record lists, such as the credit earned in a subject. */
  achievements: {
    id: string
    type: 'Course' | 'Competency' | 'LearningProgram'
    name: string
    description: string
    criteria: string
    credits?: number
    result?: { name: string; value: string }
  }[]
  /** The text that the paper says the SHA-256 of, and where it is. */
  text: { path: string; sha256: string }
  /** Ids of the badges' credentials as of the record's date. */
  badges: string[]
}

/**
 * What a credential says, given by the feature that it is about. It must not change while the credential exists.
 * Undefined when the credential is not that feature's.
 */
export type FindContent<C> = (db: Db, credentialId: string) => Promise<C | undefined>

export type ContentOf = {
  badge: FindContent<AchievementContent>
  transcript: FindContent<RecordContent>
  diploma: FindContent<AchievementContent>
}
