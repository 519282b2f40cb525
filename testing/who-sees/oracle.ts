import type { GuardianScope } from '#rules/access'

import { keyOf, LEARNERS, type LearnerName, type Name, pairOf, type Ties } from './cast.ts'

/** Answers whether somebody may see something now. */
export type MaySee = (who: Name) => boolean

export const isLearner = (name: Name): name is LearnerName =>
  (LEARNERS as readonly Name[]).includes(name)

/**
 * Rules on who may see what of a learner: the design's table, written down once more, without the product's rules. It says what is allowed at
 * most, so it need not know every reason for which the product shows less.
 */
export const createOracle = (ties: Ties) => {
  const isThere: MaySee = (who) => !ties.stopped.has(who)

  const isGuardian = (who: Name, learner: LearnerName) =>
    ties.age[learner] < 18 && (ties.links.get(keyOf(learner, who))?.size ?? 0) > 0

  const hasScope = (who: Name, learner: LearnerName, scope: GuardianScope) =>
    isGuardian(who, learner) && ties.links.get(keyOf(learner, who))!.has(scope)

  /** Hats are never added up: a guardian is neither advisor nor admin at home. */
  const isAdvisor = (who: Name, learner: LearnerName) =>
    ties.advisor[learner] === who && !isGuardian(who, learner)
  const isStaffOf = (who: Name, learner: LearnerName) =>
    isAdvisor(who, learner) || (who === 'admin' && !isGuardian(who, learner))

  /** A stopped learner is missing to everybody, and a stopped reader reads nothing. */
  const about =
    (learner: LearnerName, may: MaySee): MaySee =>
    (who) =>
      isThere(who) && isThere(learner) && may(who)

  const areFriends = (one: Name, other: Name) => ties.friends.has(pairOf(one, other))

  const isAdvisorOfFamily = (advisor: Name, other: Name) =>
    LEARNERS.some(
      (learner) =>
        isThere(learner) &&
        ties.advisor[learner] === advisor &&
        (other === learner || isGuardian(other, learner)),
    )

  return {
    isThere,
    isGuardian,
    hasScope,
    isAdvisor,
    about,

    only:
      (...names: Name[]): MaySee =>
      (who) =>
        isThere(who) && names.includes(who),

    /** `readWork`, `readPlan`, `readRecord`. @param isForFamily false while guardians must not see it */
    reads: (learner: LearnerName, isForFamily = () => true): MaySee =>
      about(
        learner,
        (who) =>
          who === learner ||
          isStaffOf(who, learner) ||
          (isForFamily() && hasScope(who, learner, 'view')),
      ),

    /** `readNotes`. */
    staffOf: (learner: LearnerName): MaySee => about(learner, (who) => isStaffOf(who, learner)),

    /** A safety report: safeguarding, and unless it may be about home, guardians with `tutor` and the advisor. */
    readsReport:
      (learner: LearnerName | null, isWithheld: () => boolean): MaySee =>
      (who) =>
        isThere(who) &&
        (who === 'lead' ||
          (learner !== null &&
            !isWithheld() &&
            isThere(learner) &&
            (isAdvisor(who, learner) || hasScope(who, learner, 'tutor')))),

    areContacts: (one: Name, other: Name): boolean =>
      isThere(one) &&
      isThere(other) &&
      (areFriends(one, other) || isAdvisorOfFamily(one, other) || isAdvisorOfFamily(other, one)),
  }
}

export type Oracle = ReturnType<typeof createOracle>
