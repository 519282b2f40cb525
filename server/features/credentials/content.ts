import type { Db } from '#platform/database'

export type CredentialKind = 'badge' | 'transcript' | 'diploma'

/** A single achievement, issued as an Open Badges 3.0 AchievementCredential. */
export type AchievementContent = {
  /** As strangers see it: abbreviated for minors on badges, in full on credentials with a paper. */
  holderName: string
  achievement: {
    /** A UUID, stable for this version of the achievement. */
    id: string
    /** Open Badges 3.0 `achievementType`. */
    type: 'Badge' | 'Diploma' | 'CertificateOfCompletion'
    name: string
    description: string
    /** Requirements, in Markdown. */
    criteria: string
    /** Undefined if the seal is used instead. */
    picture?: {
      /** Square and self-contained. */
      svg: string
      /** Its public path, shared by all holders of the achievement. */
      path: string
    }
    tags: string[]
  }
}

/** A whole record, issued as a Comprehensive Learner Record 2.0 that embeds the holder's badges. */
export type RecordContent = {
  holderName: string
  title: string
  description: string
  /** Entries of the record, such as the credit earned in a subject. */
  achievements: {
    id: string
    type: 'Course' | 'Competency' | 'LearningProgram'
    name: string
    description: string
    criteria: string
    credits?: number
    result?: { name: string; value: string }
  }[]
  /** The text whose SHA-256 is printed on the paper, and its path. */
  text: { path: string; sha256: string }
  /** Ids of the badges' credentials at the record's date. */
  badges: string[]
}

/**
 * Finds the content of a credential, in the feature that owns it. The content must not change while the credential exists.
 * Undefined if the credential belongs to another feature.
 */
export type FindContent<C> = (db: Db, credentialId: string) => Promise<C | undefined>

export type ContentOf = {
  badge: FindContent<AchievementContent>
  transcript: FindContent<RecordContent>
  diploma: FindContent<AchievementContent>
}
