/** Criterion of good work. It applies to `tasks`, or to every task of the quest if there are none. */
type Criterion = { tasks?: readonly string[] | undefined }

/** Criteria that apply to a task. */
export const criteriaFor = <C extends Criterion>(rubric: readonly C[], taskId: string): C[] =>
  rubric.filter(({ tasks = [] }) => tasks.length === 0 || tasks.includes(taskId))

/** Renames the tasks of a rubric; removed tasks, which have no name, are left out. */
export const withTaskNames = <C extends Criterion>(
  rubric: readonly C[],
  nameOf: (task: string) => string | undefined,
) =>
  rubric.map((criterion) => ({
    ...criterion,
    tasks: (criterion.tasks ?? []).flatMap((task) => nameOf(task) ?? []),
  }))

/** A criterion as it read when a reviewer ticked it, or did not. */
export type RubricFinding = { criterion: string; met: boolean }

/** Findings of a review. Without a tick, the reviewer did not use the rubric, and there are none. */
export const findingsOf = (
  criteria: readonly { criterion: string }[],
  met: readonly string[],
): RubricFinding[] =>
  met.length === 0
    ? []
    : criteria.map(({ criterion }) => ({ criterion, met: met.includes(criterion) }))
