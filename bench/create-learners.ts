import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { hashPassword } from '#features/auth'
import { readBadgeLibrary, storeBadges } from '#features/badges'
import { storeDiplomaPlan } from '#features/credits'
import { readQuestLibrary, storeLibrary } from '#features/quests'
import { LEGAL_VERSION } from '#features/site'
import type { Db } from '#platform/database'
import { completionBonus } from '#rules/xp'

// Learners with a term of history, generated in the database: millions of rows in minutes.

export const PASSWORD = 'Bench-learners-1!'
/** A UUID (version 4) derived from a hash; `pg_temp.learner_id` computes the same. */
export const idOf = (learner: number): string =>
  createHash('md5')
    .update(`learner${learner}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
/** Number of the advisor, who is no learner. */
export const ADVISOR = 0
/** Number of the guardian of all learners. */
export const GUARDIAN = -1
/** Number of the site's admin. */
export const ADMIN = -2
export const emailOf = (learner: number): string => `learner${learner}@example.org`

/** Tables that grow with people. Filled without indexes, which are created afterwards. */
const TABLES = ['users', 'enrollments', 'attempts', 'xp_entries', 'xp_totals', 'portfolio_items']

/** Generates each learner's attempts: all tasks of the first quests of a round through the library, and some of the next. */
export const createLearners = async (
  db: Db,
  { learners, submissions }: { learners: number; submissions: number },
): Promise<void> => {
  const library = await readQuestLibrary()
  await storeLibrary(db, library)
  await storeDiplomaPlan(db)
  await storeBadges(db, await readBadgeLibrary(library))
  const perLearner = Math.round(submissions / learners)
  const password_hash = await hashPassword(PASSWORD)
  const bonuses = library.flatMap((quest) =>
    Object.entries(completionBonus(quest.tasks)).map(([pillar, amount]) => ({
      quest_id: quest.id,
      pillar,
      amount,
    })),
  )
  await db.connection().execute(async (db) => {
    await sql`
      create function pg_temp.uuid_of(word text) returns uuid immutable language sql as
      $$ select overlay(overlay(md5(word) placing '4' from 13) placing '8' from 17)::uuid $$`.execute(
      db,
    )
    await sql`
      create function pg_temp.learner_id(n int) returns uuid immutable language sql as
      $$ select pg_temp.uuid_of('learner' || n) $$`.execute(db)
    await sql`
      create function pg_temp.attempt_id(n int, ordinal int) returns uuid immutable language sql as
      $$ select pg_temp.uuid_of(n || 'attempt' || ordinal) $$`.execute(db)
    // Rows are valid by construction: checking foreign keys would take longer than everything else.
    await sql`set session_replication_role = replica`.execute(db)
    await sql`set work_mem = '256MB'`.execute(db)
    await sql`set maintenance_work_mem = '1GB'`.execute(db)
    const remake = await dropIndexes(db)
    await sql`
      insert into users (id, first_name, last_name, email, email_verified_at, password_hash, role, date_of_birth,
                         portfolio_slug, portfolio_published_at, legal_version, created_at)
      select pg_temp.learner_id(i), 'Learner', 'No ' || i, 'learner' || i || '@example.org', now(), ${password_hash},
             'student', '2000-01-01', 'learner-' || i, now(), ${LEGAL_VERSION}, now() - interval '120 days'
      from generate_series(1, ${learners}) i`.execute(db)
    await sql`insert into learner_revisions select id, pg_current_xact_id() from users`.execute(db)
    await makeAdvisor(db, learners, password_hash)
    await makeGuardian(db, learners, password_hash)
    await makeAdmin(db, password_hash)
    await makePlan(db, perLearner)
    await sql`
      insert into attempts (id, learner_id, quest_id, task_id, number, state, blocks, reflection, comment, submitter_id,
                            submitted_at, decided_at)
      select pg_temp.attempt_id(i, p.ordinal::int), pg_temp.learner_id(i), p.quest_id, p.task_id, 1,
             case when p.ordinal <= ${perLearner} * 0.8 then 'accepted' else 'submitted' end,
             jsonb_build_array(
               jsonb_build_object('type', 'text', 'text', 'What I did, and what I learned from it. ' || repeat('I tried it again. ', 8)),
               jsonb_build_object('type', 'link', 'url', 'https://example.org/' || i || '/' || p.ordinal)),
             'Next time I would begin earlier.',
             case when p.ordinal <= ${perLearner} * 0.8 and p.ordinal % 5 = 0 then 'Well observed. What surprised you?' end,
             pg_temp.learner_id(i), p.at, case when p.ordinal <= ${perLearner} * 0.8 then p.at + interval '2 days' end
      from generate_series(1, ${learners}) i join plan p on p.lot = i % ${library.length}
      order by i, p.ordinal`.execute(db)
    await sql`
      insert into xp_entries (learner_id, pillar, amount, kind, quest_id, task_id, attempt_id, created_at)
      select pg_temp.learner_id(i), p.pillar, p.xp, 'task', p.quest_id, p.task_id,
             pg_temp.attempt_id(i, p.ordinal::int), p.at
      from generate_series(1, ${learners}) i join plan p on p.lot = i % ${library.length}
      order by i, p.ordinal`.execute(db)
    await sql`
      insert into xp_entries (learner_id, pillar, amount, kind, quest_id, created_at)
      select pg_temp.learner_id(i), b.pillar, b.amount, 'bonus', d.quest_id, d.last_at
      from generate_series(1, ${learners}) i join done d on d.lot = i % ${library.length} and d.completed
      join json_to_recordset(${JSON.stringify(bonuses)}::json) as b (quest_id uuid, pillar text, amount int)
        on b.quest_id = d.quest_id
      order by i`.execute(db)
    await sql`
      insert into enrollments (learner_id, quest_id, version, state, started_at, last_worked_at, completed_at, tasks_done,
                               xp_earned, bonus_xp)
      select pg_temp.learner_id(i), d.quest_id, 1, case when d.completed then 'completed' else 'active' end,
             d.first_at - interval '1 hour', d.last_at, case when d.completed then d.last_at end, d.tasks,
             d.xp + d.bonus, d.bonus
      from generate_series(1, ${learners}) i join done d on d.lot = i % ${library.length}
      order by i`.execute(db)
    await sql`
      insert into xp_totals (learner_id, pillar, xp, tasks)
      select learner_id, pillar, sum(amount), count(task_id) from xp_entries group by learner_id, pillar`.execute(
      db,
    )
    await sql`
      insert into portfolio_items (learner_id, attempt_id, caption, audience, position)
      select pg_temp.learner_id(i), pg_temp.attempt_id(i, o::int), 'What I am proud of', 'public', o
      from generate_series(1, ${learners}) i, generate_series(1, 8) o`.execute(db)
    for (const statement of remake) await sql.raw(statement).execute(db)
    await sql`set session_replication_role = origin`.execute(db)
  })
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** The advisor of the first 200 learners. */
const makeAdvisor = async (db: Db, learners: number, password_hash: string) => {
  await sql`
    insert into users (id, first_name, last_name, email, email_verified_at, password_hash, role, declared_adult, legal_version)
    values (${idOf(ADVISOR)}::uuid, 'Advisor', 'Of many', 'advisor@example.org', now(), ${password_hash}, 'advisor', true,
            ${LEGAL_VERSION})`.execute(db)
  await sql`
    insert into caseload (advisor_id, learner_id, since)
    select ${idOf(ADVISOR)}::uuid, pg_temp.learner_id(i), now() - interval '100 days'
    from generate_series(1, ${Math.min(200, learners)}) i`.execute(db)
}

const makeGuardian = async (db: Db, learners: number, password_hash: string) => {
  await sql`
    insert into users (id, first_name, last_name, email, email_verified_at, password_hash, role, declared_adult, legal_version)
    values (${idOf(GUARDIAN)}::uuid, 'Guardian', 'Of all', 'guardian@example.org', now(), ${password_hash}, 'parent', true,
            ${LEGAL_VERSION})`.execute(db)
  await sql`
    insert into guardian_links (learner_id, guardian_email, guardian_name, scopes, origin)
    select pg_temp.learner_id(i), 'guardian@example.org', 'Guardian', '{view}', 'admin'
    from generate_series(1, ${learners}::int) i`.execute(db)
}

const makeAdmin = async (db: Db, password_hash: string) => {
  await sql`
    insert into users (id, first_name, last_name, email, email_verified_at, password_hash, role, declared_adult, legal_version)
    values (${idOf(ADMIN)}::uuid, 'Admin', 'Of all', 'admin@example.org', now(), ${password_hash}, 'admin', true,
            ${LEGAL_VERSION})`.execute(db)
}

/** Work of each group of learners, in order: `plan` by task, `done` by quest. */
const makePlan = async (db: Db, perLearner: number) => {
  await sql`
    create temp table plan as
    select lot, ordinal, quest_id, task_id, pillar, xp,
           -- 16 weeks, ending this week; in milliseconds, like the product's own clock.
           date_trunc('milliseconds', now() - interval '1 hour' - (${perLearner}::int - ordinal) * interval '112 days' / ${perLearner}::int) as at
    from (
      select lot.n as lot, q.id as quest_id, t.id as task_id, t.pillar, t.xp,
             row_number() over (partition by lot.n order by (q.n - lot.n + total.n) % total.n, t.position) as ordinal
      from (select id, row_number() over (order by position) - 1 as n from quests) q
      join tasks t on t.quest_id = q.id
      cross join (select count(*) as n from quests) total
      cross join lateral generate_series(0, total.n - 1) as lot (n)
    ) every_task
    where ordinal <= ${perLearner}`.execute(db)
  await sql`create index on plan (lot, task_id)`.execute(db)
  await sql`analyze plan`.execute(db)
  await sql`
    create temp table done as
    select p.lot, p.quest_id, count(*)::int as tasks, sum(p.xp)::int as xp, min(p.at) as first_at, max(p.at) as last_at,
           c.completed, case when c.completed then q.total_xp / 2 else 0 end as bonus
    from plan p join quests q on q.id = p.quest_id
    cross join lateral (
      select not exists (
        select from tasks t where t.quest_id = p.quest_id and t.required
          and not exists (select from plan o where o.lot = p.lot and o.task_id = t.id)) as completed
    ) c
    group by p.lot, p.quest_id, q.total_xp, c.completed`.execute(db)
  await sql`analyze done`.execute(db)
}

/** Returns the statements that recreate the indexes. */
const dropIndexes = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexname as name, i.indexdef as definition
    from pg_indexes i
    where i.schemaname = 'public' and i.tablename = any(${TABLES})
      and not exists (select from pg_constraint c where c.conname = i.indexname)
      and i.indexdef not like '%UNIQUE%'`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map(({ definition }) => definition)
}
