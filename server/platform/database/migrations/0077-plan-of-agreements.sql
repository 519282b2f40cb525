-- The diploma plan that was in force when an agreement was signed: it stays in force for that learner.
alter table agreements add column plan_id uuid references diploma_plans (id);
