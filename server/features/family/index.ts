export { askGuardian } from './ask-guardian.ts'
export { findConsentStates } from './consent-states.ts'
export {
  areSiblings,
  isSibling,
  siblingsOf,
  isAddressOfGuardian,
  isAddressOfMinor,
  listGuardianAddresses,
  listLinkedAddresses,
  listNamesAtHome,
  listLearnersOfAddress,
  listNamesOfGuardian,
  nameForOthers,
  namesAtHomeOf,
} from './guardians.ts'
export { letDecide } from './grants.ts'
export { familyRoutes } from './handlers.ts'
export { listHousehold, rejectOwnFamily, wasGuardian } from './household.ts'
export {
  answeredAddresses,
  answeredChildren,
  countUndoneLinks,
  endLinksOfErased,
  endReplacedLinks,
  isAddressOfOtherGuardian,
  nameOfOtherGuardian,
  isMailboxOfWard,
  linkableGuardians,
  linkGuardian,
  linkGuardiansOf,
  rejectLastToDecideOf,
  undoLinksMadeAt,
} from './links.ts'
export { lockPerson } from './lock-person.ts'
export { notifyGuardians } from './notify-guardians.ts'
export { notifyMilestones, notifyOfAdulthood, undoMilestones } from './milestones.ts'
export {
  type UncheckedLink,
  listUncheckedLinks,
  markChecked,
  NEW_GUARDIANS_JOB,
  notifyOfNewGuardian,
} from './new-guardian.ts'
export { deleteOldOffers, withdrawCodesBy, withdrawOffersBy } from './pairing-codes.ts'
export { findOnRoster, hasLeftRoster } from './roster.ts'
