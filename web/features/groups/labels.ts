export const learnersInWords = (count: number): string =>
  count === 1 ? '1 learner' : `${count} learners`

export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`
